import { useSignal } from '@preact/signals';
import { text } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { TextField, type TextFieldProps } from './field.tsx';

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
          icon={isShown.value ? 'eyeOff' : 'eye'}
          label={isShown.value ? common.hidePassword(label) : common.showPassword(label)}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        />
      }
    />
  );
}
