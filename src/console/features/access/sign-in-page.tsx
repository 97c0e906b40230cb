import './access.css';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ApiError } from '../../../client/errors.ts';
import { WRONG_CREDENTIALS } from '../../../shared/error-codes.ts';
import { PAGES } from '../../../shared/pages.ts';
import { checkCredentials, type FieldFaults } from './model/check-fields.ts';
import { withNext } from './model/next-path.ts';
import { signIn } from './model/sign-in.ts';
import { useAttempt } from './model/use-attempt.ts';
import { useCaptcha } from './model/use-captcha.ts';
import { useFocusOnFault } from './model/use-focus-on-fault.ts';
import { useWaiting } from './model/use-waiting.ts';
import { useWayIn } from './model/use-way-in.ts';
import { text } from '../../text/language.ts';
import { accessText } from '../../text/access.ts';
import { useTitle } from '../../state/title.ts';
import { Button } from '../../widgets/button.tsx';
import { dropFault } from '../../widgets/drop-fault.ts';
import { TextField } from '../../widgets/field.tsx';
import { PasswordField } from '../../widgets/password-field.tsx';
import { CaptchaFrame } from './captcha-frame.tsx';
import { RefusalNotice } from './refusal-notice.tsx';

export function SignInPage() {
  const { common } = text.value;
  const access = accessText.value;
  useTitle(access.title);
  const next = useWayIn(PAGES.gallery);
  const fields = useSignal({ username: '', password: '' });
  const faults = useSignal<FieldFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const showFault = useFocusOnFault(form);
  const captcha = useCaptcha('login');
  const attempt = useAttempt();
  const waiting = useWaiting();
  const { username, password } = fields.value;

  const enter = (name: 'username' | 'password', value: string): void => {
    fields.value = { ...fields.value, [name]: value };
    faults.value = dropFault(faults.value, name);
  };
  const submit = (): void => {
    faults.value = checkCredentials(fields.value);
    if (Object.keys(faults.value).length > 0) return showFault();
    if (!captcha.isMet() || waiting.until.value !== null) return;
    void attempt.run(
      () => signIn(fields.value, captcha.answer.value),
      (error) => {
        captcha.settle(error);
        waiting.begin(error);
        const isWrong = error instanceof ApiError && error.code === WRONG_CREDENTIALS;
        if (isWrong) form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
      },
    );
  };
  return (
    <div class="access">
      <h1>{access.title}</h1>
      <p class="access-lead">{access.welcome}</p>
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
          value={username}
          error={faults.value.username && access.faults.username[faults.value.username]}
          onText={(value) => enter('username', value)}
        />
        <PasswordField
          label={access.password}
          name="password"
          autocomplete="current-password"
          isRequired
          value={password}
          error={faults.value.password && access.faults.password[faults.value.password]}
          onText={(value) => enter('password', value)}
        />
        <CaptchaFrame captcha={captcha} />
        <RefusalNotice
          error={attempt.error.value}
          waitUntil={waiting.until.value}
          onWaited={waiting.end}
        />
        <Button
          type="submit"
          kind="primary"
          isBusy={attempt.isBusy.value}
          isBlocked={waiting.until.value !== null}
        >
          {common.signIn}
        </Button>
      </form>
      <p class="access-other">
        {access.toRegister} <a href={withNext(PAGES.register, next)}>{common.register}</a>
      </p>
    </div>
  );
}
