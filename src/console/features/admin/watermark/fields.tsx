import { useId } from 'preact/hooks';
import { WATERMARK_POSITIONS } from '../../../../shared/watermark-layout.ts';
import { formatPercent } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** On or off, as `true` or `false`. */
export function SwitchField({ label, value, onValue }: FieldProps) {
  return (
    <label class="watermark-switch">
      <input
        type="checkbox"
        checked={value === 'true'}
        onChange={(event) => onValue(String(event.currentTarget.checked))}
      />
      <span>{label}</span>
    </label>
  );
}

interface ShareFieldProps extends FieldProps {
  readonly min: number;
  readonly max?: number;
}

/** A share from 0 to 1 that is drawn along; a value beyond `max` that is set already stays in reach. */
export function ShareField({ label, value, onValue, min, max = 1 }: ShareFieldProps) {
  const id = useId();
  const share = Number(value);
  return (
    <div class="watermark-share">
      <label for={id}>{label}</label>
      <output for={id}>{formatPercent(share)}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={Math.max(max, share)}
        step={0.01}
        value={value}
        aria-valuetext={formatPercent(share)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  );
}

export function ColorField({ label, value, onValue }: FieldProps) {
  const id = useId();
  return (
    <div class="watermark-color">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="color"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value.toLowerCase())}
      />
      <span class="admin-soft">{value}</span>
    </div>
  );
}

/** Nine places, as they lie in the picture. */
export function PositionField({ value, onValue }: Omit<FieldProps, 'label'>) {
  const { watermark } = adminText.value;
  return (
    <fieldset class="watermark-positions">
      <legend>
        {watermark.position}: {watermark.positions[value as keyof typeof watermark.positions]}
      </legend>
      <div>
        {WATERMARK_POSITIONS.map((position) => (
          <label key={position} title={watermark.positions[position]}>
            <input
              type="radio"
              name="watermark-position"
              aria-label={watermark.positions[position]}
              checked={value === position}
              onChange={() => onValue(position)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
