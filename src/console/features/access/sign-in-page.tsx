import './access.css';
import { useSignal } from '@preact/signals';
import { ApiError } from '../../../client/errors.ts';
import { WRONG_CREDENTIALS } from '../../../shared/error-codes.ts';
import { PAGES } from '../../../shared/pages.ts';
import { text } from '../../text/language.ts';
import { accessText } from '../../text/access.ts';
import { hasShownGuests } from '../../state/guest-photos.ts';
import { useTitle } from '../../state/title.ts';
import { dropFault } from '../../widgets/drop-fault.ts';
import { TextField } from '../../widgets/field.tsx';
import { PasswordField } from '../../widgets/password-field.tsx';
import { AccessForm, useAccessForm } from './access-form.tsx';
import { checkCredentials } from './model/check-fields.ts';
import { withNext } from './model/next-path.ts';
import { signIn } from './model/sign-in.ts';
import { usePublicConfig } from './model/use-public-config.ts';
import { useWayIn } from './model/use-way-in.ts';

export function SignInPage() {
  const { common } = text.value;
  const access = accessText.value;
  useTitle(access.title);
  const next = useWayIn(hasShownGuests() ? PAGES.upload : PAGES.gallery);
  const fields = useSignal({ username: '', password: '' });
  const state = useAccessForm('login', usePublicConfig());
  const { faults, form, action } = state;
  const { username, password } = fields.value;

  const enter = (name: 'username' | 'password', value: string): void => {
    fields.value = { ...fields.value, [name]: value };
    faults.value = dropFault(faults.value, name);
  };
  const submit = (): void =>
    state.send(
      checkCredentials(fields.value),
      (answer) => signIn(fields.value, answer),
      (error) => {
        const isWrong = error instanceof ApiError && error.code === WRONG_CREDENTIALS;
        if (isWrong) form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
      },
    );
  return (
    <div class="access">
      <h1>{access.title}</h1>
      <p class="access-lead">{access.welcome}</p>
      <AccessForm
        state={state}
        error={action.error.value}
        denied={access.suspended}
        submitLabel={common.signIn}
        onSubmit={submit}
      >
        <TextField
          label={access.nameOrEmail}
          name="username"
          autocomplete="username"
          isRequired
          value={username}
          error={faults.value.username && access.nameOrEmailMissing}
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
      </AccessForm>
      <p class="access-hint">{access.forgot}</p>
      <p class="access-other">
        {access.toRegister} <a href={withNext(PAGES.register, next)}>{common.register}</a>
      </p>
    </div>
  );
}
