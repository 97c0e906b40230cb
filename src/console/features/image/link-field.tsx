import { useId } from 'preact/hooks';
import { imageText } from '../../text/image.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';

interface LinkFieldProps {
  readonly label: string;
  readonly value: string;
}

export function LinkField({ label, value }: LinkFieldProps) {
  const id = useId();
  return (
    <div class="field image-link">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        readOnly
        spellcheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value} name={imageText.value.copyNamed(label)} kind="quiet" isCompact />
    </div>
  );
}
