import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** Composing: an input method may still replace the letters. */
  readonly onText: (value: string, isComposing: boolean) => void;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'number';
  readonly name?: string;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  /** In UTF-16 units. */
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly hint?: string | undefined;
  /** The text of the fault; the field is then marked invalid. */
  readonly error?: string | null | undefined;
  readonly trailing?: ComponentChildren;
}

export function TextField({
  label,
  value,
  onText,
  type = 'text',
  name,
  autocomplete = 'off',
  placeholder,
  maxLength,
  isRequired = false,
  hint,
  error,
  trailing,
}: TextFieldProps) {
  // Preact's types need it.
  const kind = type as 'text';
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <div class="field-line">
          <input
            {...attributes}
            type={kind}
            name={name}
            value={value}
            autocomplete={autocomplete}
            placeholder={placeholder}
            maxLength={maxLength}
            required={isRequired}
            // Single-line values are no sentences.
            autocapitalize="none"
            spellcheck={false}
            onInput={(event) => onText(event.currentTarget.value, event.isComposing)}
            onCompositionEnd={(event) => onText(event.currentTarget.value, false)}
          />
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onValue: (value: Value) => void;
  readonly isLabelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
}

export function SelectField<Value extends string>({
  value,
  options,
  onValue,
  ...frame
}: SelectFieldProps<Value>) {
  const entries = Object.entries(options) as [Value, string][];
  return (
    <FieldFrame {...frame}>
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value as Value)}
        >
          {entries.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface FieldFrameProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | null | undefined;
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

interface FieldAttributes {
  readonly id: string;
  readonly 'aria-label': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export function FieldFrame({
  label,
  isLabelHidden = false,
  hint,
  error,
  children,
}: FieldFrameProps) {
  const id = useId();
  const isWrong = error !== null && error !== undefined && error !== '';
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(isWrong ? [`${id}-error`] : []),
  ];
  return (
    <div class="field">
      {!isLabelHidden && <label for={id}>{label}</label>}
      {children({
        id,
        // Screen readers would read a hidden label twice: by itself and as the field's name.
        'aria-label': isLabelHidden ? label : undefined,
        'aria-invalid': isWrong,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
