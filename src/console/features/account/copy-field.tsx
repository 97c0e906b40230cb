import { appsText } from '../../text/apps.ts';
import { CopyField as Field } from '../../widgets/copy-field.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

export function CopyField(props: CopyFieldProps) {
  return (
    <Field {...props} className="apps-field" copyName={appsText.value.copyNamed(props.label)} />
  );
}
