import { useId } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

interface CopyFieldProps {
  /** Of the pages that show the field. */
  readonly className: string;
  readonly label: string;
  readonly value: string;
  /** The accessible name of the button. */
  readonly copyName: string;
}

/** A text to copy, which is selected on focus. */
export function CopyField({ className, label, value, copyName }: CopyFieldProps) {
  const id = useId();
  return (
    <div class={`field ${className}`}>
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        readOnly
        spellcheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value} name={copyName} kind="quiet" isCompact />
    </div>
  );
}
