import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ApiError } from '../../../client/errors.ts';
import { INVALID_PARAMETER } from '../../../shared/error-codes.ts';
import {
  checkAccount,
  revalidateField,
  readFieldRefusal,
  type AccountFields,
  type FieldFaults,
} from './model/check-fields.ts';
import { register } from './model/register.ts';
import type { SignInFields } from './model/sign-in.ts';
import { useAttempt } from './model/use-attempt.ts';
import { useCaptcha } from './model/use-captcha.ts';
import { useFocusOnFault } from './model/use-focus-on-fault.ts';
import { useWaiting } from './model/use-waiting.ts';
import { accessText } from '../../text/access.ts';
import { Button } from '../../widgets/button.tsx';
import { TextField } from '../../widgets/field.tsx';
import { PasswordField } from '../../widgets/password-field.tsx';
import { CaptchaFrame } from './captcha-frame.tsx';
import { RefusalNotice } from './refusal-notice.tsx';

interface RegisterFormProps {
  readonly isDone: boolean;
  readonly onRegistered: (credentials: SignInFields) => void;
}

export function RegisterForm({ isDone, onRegistered }: RegisterFormProps) {
  const access = accessText.value;
  const fields = useSignal<AccountFields>({ username: '', email: '', password: '' });
  const faults = useSignal<FieldFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const showFault = useFocusOnFault(form);
  const captcha = useCaptcha('register');
  const attempt = useAttempt();
  const waiting = useWaiting();

  const change = (name: keyof AccountFields, value: string): void => {
    fields.value = { ...fields.value, [name]: value };
    faults.value = revalidateField(faults.value, fields.value, name);
  };
  const submit = (): void => {
    if (isDone) return;
    faults.value = checkAccount(fields.value);
    if (Object.keys(faults.value).length > 0) return showFault();
    if (!captcha.isMet() || waiting.until.value !== null) return;
    const sent = fields.value;
    void attempt.run(
      async () => {
        await register(sent, captcha.answer.value);
        onRegistered(sent);
      },
      (error) => {
        captcha.settle(error);
        waiting.begin(error);
        faults.value = readFaults(error) ?? {};
        showFault();
      },
    );
  };
  const { username, email, password } = faults.value;
  const { error } = attempt;
  return (
    <form
      ref={form}
      class="access-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={access.username}
        name="username"
        autocomplete="username"
        isRequired
        hint={access.usernameHint}
        value={fields.value.username}
        error={username && access.faults.username[username]}
        onText={(value) => change('username', value)}
      />
      <TextField
        label={access.email}
        name="email"
        type="email"
        autocomplete="email"
        isRequired
        hint={access.emailHint}
        value={fields.value.email}
        error={email && access.faults.email[email]}
        onText={(value) => change('email', value)}
      />
      <PasswordField
        label={access.password}
        name="password"
        autocomplete="new-password"
        isRequired
        hint={access.passwordHint}
        value={fields.value.password}
        error={password && access.faults.password[password]}
        onText={(value) => change('password', value)}
      />
      <CaptchaFrame captcha={captcha} />
      <RefusalNotice
        error={readFaults(error.value) === null ? error.value : null}
        waitUntil={waiting.until.value}
        onWaited={waiting.end}
      />
      <Button
        type="submit"
        kind="primary"
        isBusy={isDone || attempt.isBusy.value}
        isBlocked={waiting.until.value !== null}
      >
        {access.registerTitle}
      </Button>
    </form>
  );
}

function readFaults(error: unknown): FieldFaults | null {
  const isAboutFields = error instanceof ApiError && error.code === INVALID_PARAMETER;
  return isAboutFields ? readFieldRefusal(error.message) : null;
}
