import { useSignal } from '@preact/signals';
import { ApiError } from '../../../client/errors.ts';
import { INVALID_PARAMETER, PERMISSION_DENIED } from '../../../shared/error-codes.ts';
import type { PublicConfig } from '../../api/types.ts';
import type { Resource } from '../../state/resource.ts';
import { accessText } from '../../text/access.ts';
import { TextField } from '../../widgets/field.tsx';
import { PasswordField } from '../../widgets/password-field.tsx';
import { AccessForm, useAccessForm } from './access-form.tsx';
import {
  checkAccount,
  revalidateField,
  readFieldRefusal,
  type AccountFields,
  type FieldFaults,
} from './model/check-fields.ts';
import { register } from './model/register.ts';
import type { SignInFields } from './model/sign-in.ts';

interface RegisterFormProps {
  readonly config: Resource<PublicConfig>;
  /** The token of an invitation; '' without one. */
  readonly invitation: string;
  readonly isDone: boolean;
  readonly onRegistered: (credentials: SignInFields) => void;
}

export function RegisterForm({ config, invitation, isDone, onRegistered }: RegisterFormProps) {
  const access = accessText.value;
  const fields = useSignal<AccountFields>({ username: '', email: '', password: '' });
  const state = useAccessForm('register', config);
  const { faults, action } = state;

  const change = (name: keyof AccountFields, value: string): void => {
    fields.value = { ...fields.value, [name]: value };
    faults.value = revalidateField(faults.value, fields.value, name);
  };
  const submit = (): void => {
    if (isDone) return;
    const sent = fields.value;
    state.send(
      checkAccount(sent),
      async (answer) => {
        await register(sent, answer, invitation);
        onRegistered(sent);
      },
      (error) => {
        faults.value = readFaults(error) ?? {};
        state.showFault();
        // The setting may have changed meanwhile.
        if (isDenied(error)) config.reload();
      },
    );
  };
  const { username, email, password } = faults.value;
  const error = action.error.value;
  return (
    <AccessForm
      state={state}
      error={readFaults(error) === null ? error : null}
      denied={invitation === '' ? access.notOpen : access.invitationInvalid}
      submitLabel={access.registerTitle}
      isDone={isDone}
      onSubmit={submit}
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
    </AccessForm>
  );
}

function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.code === PERMISSION_DENIED;
}

function readFaults(error: unknown): FieldFaults | null {
  const isAboutFields = error instanceof ApiError && error.code === INVALID_PARAMETER;
  return isAboutFields ? readFieldRefusal(error.message) : null;
}
