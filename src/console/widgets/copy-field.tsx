import { useId } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

interface CopyFieldProps {
  /** Of the pages that show the field. */
  readonly className: string;
  readonly label: string;
  readonly value: string;
  /** The accessible name of the button. */
  readonly copyName: string;
  /** Whether the button has a word beside its icon. */
  readonly isWorded?: boolean;
}

/** A text to copy, which is selected on focus. */
export function CopyField(props: CopyFieldProps) {
  const { className, label, value, copyName, isWorded = false } = props;
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
      <CopyButton
        value={value}
        name={copyName}
        kind={isWorded ? 'primary' : 'quiet'}
        isCompact={!isWorded}
      />
    </div>
  );
}
