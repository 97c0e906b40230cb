import { imageText } from '../../text/image.ts';
import { CopyField } from '../../widgets/copy-field.tsx';

interface LinkFieldProps {
  readonly label: string;
  readonly value: string;
}

export function LinkField(props: LinkFieldProps) {
  return (
    <CopyField
      {...props}
      className="image-link"
      copyName={imageText.value.copyNamed(props.label)}
    />
  );
}
