import { useSignal } from '@preact/signals';
import { text } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { TextField, type TextFieldProps } from './field.tsx';
import { EYE_OFF } from './rare-icons.ts';

export function PasswordField({ label, ...props }: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const isShown = useSignal(false);
  const { common } = text.value;
  return (
    <TextField
      {...props}
      label={label}
      type={isShown.value ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={isShown.value ? EYE_OFF : 'eye'}
          label={isShown.value ? common.hidePassword(label) : common.showPassword(label)}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        />
      }
    />
  );
}
