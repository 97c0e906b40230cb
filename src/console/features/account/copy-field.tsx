import { useId } from 'preact/hooks';
import { appsText } from '../../text/apps.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

export function CopyField({ label, value }: CopyFieldProps) {
  const id = useId();
  return (
    <div class="field apps-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        readOnly
        spellcheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value} name={appsText.value.copyNamed(label)} kind="quiet" isCompact />
    </div>
  );
}
