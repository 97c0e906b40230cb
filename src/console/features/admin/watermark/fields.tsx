import { useId } from 'preact/hooks';
import { WATERMARK_POSITIONS } from '../../../../shared/watermark-layout.ts';
import { formatPercent } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

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

/** A slider from 0 to 1; a stored value beyond `max` stays reachable. */
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
