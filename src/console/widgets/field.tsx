import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'number';
  readonly name?: string;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly hint?: string | undefined;
  /** What is wrong with the value, in words; the field is then marked. */
  readonly error?: string | null | undefined;
}

/** A line of text with its label, a hint, and what is wrong with it. */
export function TextField({
  label,
  value,
  onText,
  type = 'text',
  name,
  autocomplete = 'off',
  placeholder,
  isRequired = false,
  hint,
  error,
}: TextFieldProps) {
  const id = useId();
  // Preact's types tell inputs apart by it.
  const kind = { type } as { readonly type: 'text' };
  const isWrong = error !== null && error !== undefined && error !== '';
  const described = [hint === undefined ? '' : `${id}-hint`, isWrong ? `${id}-error` : '']
    .filter((part) => part !== '')
    .join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        {...kind}
        name={name}
        value={value}
        autocomplete={autocomplete}
        placeholder={placeholder}
        required={isRequired}
        aria-invalid={isWrong}
        aria-describedby={described === '' ? undefined : described}
        onInput={(event) => onText(event.currentTarget.value)}
      />
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

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onValue: (value: Value) => void;
  /** The label is read out, but not shown. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string | undefined;
  /** What is wrong with the value, in words. */
  readonly error?: string | null | undefined;
}

/** One of a few values. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onValue,
  isLabelHidden = false,
  hint,
  error,
}: SelectFieldProps<Value>) {
  const id = useId();
  const isWrong = error !== null && error !== undefined && error !== '';
  const entries = Object.entries(options) as [Value, string][];
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={hint === undefined && !isWrong ? undefined : `${id}-hint ${id}-error`}
        onChange={(event) => onValue(event.currentTarget.value as Value)}
      >
        {entries.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
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
