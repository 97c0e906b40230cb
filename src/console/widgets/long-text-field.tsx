import { FieldFrame } from './field.tsx';

interface LongTextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (value: string) => void;
  /** In UTF-16 units. */
  readonly maxLength: number;
  readonly hint?: string | undefined;
  readonly error?: string | null;
}

export function LongTextField({
  label,
  value,
  onText,
  maxLength,
  hint,
  error,
}: LongTextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={3}
          value={value}
          maxLength={maxLength}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
