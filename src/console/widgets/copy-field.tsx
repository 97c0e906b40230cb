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
  /** Whether the label is for screen readers alone, which would read a hidden one twice. */
  readonly isLabelHidden?: boolean;
}

/** A text to copy, which is selected on focus. */
export function CopyField(props: CopyFieldProps) {
  const { className, label, value, copyName, isWorded = false, isLabelHidden = false } = props;
  const id = useId();
  return (
    <div class={`field ${className}`}>
      {!isLabelHidden && <label for={id}>{label}</label>}
      <input
        id={id}
        aria-label={isLabelHidden ? label : undefined}
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
