import { useEffect, useId, useState } from 'preact/hooks';
import { joinDuration, splitDuration, type DurationUnit } from '../model/durations.ts';
import { adminText } from '../../../text/admin.ts';

interface DurationFieldProps {
  readonly label: string;
  /** Milliseconds. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint: string;
  readonly error: string | null;
}

/** A number and its unit. The typed text stays, even if it is no number. */
export function DurationField({ label, value, onValue, hint, error }: DurationFieldProps) {
  const { settings } = adminText.value;
  const id = useId();
  const [typed, setTyped] = useState(() => read(value));
  useEffect(() => {
    // The value was discarded or reset to the default.
    if (write(typed.count, typed.unit) !== value) setTyped(read(value));
  }, [value]);
  const type = (next: typeof typed): void => {
    setTyped(next);
    onValue(write(next.count, next.unit));
  };
  return (
    <div class="field" role="group" aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} for={id}>
        {label}
      </label>
      <div class="settings-duration">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={typed.count}
          aria-invalid={error !== null}
          aria-describedby={`${id}-hint ${id}-error`}
          onInput={(event) => type({ ...typed, count: event.currentTarget.value })}
        />
        <select
          aria-label={settings.unit}
          value={typed.unit}
          onChange={(event) => type({ ...typed, unit: event.currentTarget.value as DurationUnit })}
        >
          {(Object.keys(settings.units) as DurationUnit[]).map((unit) => (
            <option key={unit} value={unit}>
              {settings.units[unit]}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} class="field-hint">
        {hint}
      </p>
      <p id={`${id}-error`} class="field-error" hidden={error === null}>
        {error}
      </p>
    </div>
  );
}

function read(value: string): { readonly count: string; readonly unit: DurationUnit } {
  const { count, unit } = splitDuration(Number(value));
  return { count: Number.isFinite(count) ? String(count) : '', unit };
}

/** Empty if it is no duration. */
function write(count: string, unit: DurationUnit): string {
  const ms = joinDuration(count.replace(',', '.'), unit);
  return Number.isFinite(ms) ? String(ms) : '';
}
