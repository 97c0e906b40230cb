import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ApiError } from '../../../client/errors.ts';
import { WRONG_CREDENTIALS } from '../../../shared/error-codes.ts';
import {
  findPasswordFaults,
  type PasswordFault,
  type PasswordFaults,
} from './model/password-rules.ts';
import { api, call } from '../../api/client.ts';
import { explainError } from '../../state/explain-error.ts';
import { accountText } from '../../text/account.ts';
import { forgetSession, user } from '../../state/session.ts';
import { Button } from '../../widgets/button.tsx';
import { dropFault } from '../../widgets/drop-fault.ts';
import { PasswordField } from '../../widgets/password-field.tsx';
import { showToast } from '../../widgets/toast.tsx';

export function SecuritySection() {
  const { password } = accountText.value;
  const form = useRef<HTMLFormElement>(null);
  const oldPassword = useSignal('');
  const newPassword = useSignal('');
  const faults = useSignal<PasswordFaults>({});
  const failure = useSignal<unknown>(null);
  const isBusy = useSignal(false);
  const isWrong = failure.value instanceof ApiError && failure.value.code === WRONG_CREDENTIALS;

  const focus = (name: 'old_password' | 'new_password'): void =>
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  const submit = async (): Promise<void> => {
    const entry = { oldPassword: oldPassword.value, newPassword: newPassword.value };
    faults.value = findPasswordFaults(entry);
    failure.value = null;
    if (faults.value.oldPassword !== undefined) return focus('old_password');
    if (faults.value.newPassword !== undefined) return focus('new_password');
    isBusy.value = true;
    try {
      const body = { old_password: entry.oldPassword, new_password: entry.newPassword };
      await call(api.PATCH('/api/v1/user/password', { body }));
      showToast({ message: password.changed });
      forgetSession();
    } catch (error) {
      failure.value = error;
      if (error instanceof ApiError && error.code === WRONG_CREDENTIALS) focus('old_password');
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <section class="card" aria-labelledby="account-password">
      <form
        ref={form}
        class="account-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy.value) void submit();
        }}
      >
        <h2 id="account-password">{password.title}</h2>
        <p class="account-soft">{password.endsSessions}</p>
        {/* Password managers need the username. */}
        <input
          class="visually-hidden"
          type="text"
          name="username"
          autocomplete="username"
          value={user.value?.username ?? ''}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label={password.old}
          name="old_password"
          autocomplete="current-password"
          isRequired
          value={oldPassword.value}
          onText={(value) => {
            oldPassword.value = value;
            faults.value = dropFault(faults.value, 'oldPassword');
            if (isWrong) failure.value = null;
          }}
          error={isWrong ? password.wrong : sayFault(faults.value.oldPassword)}
        />
        <PasswordField
          label={password.new}
          name="new_password"
          autocomplete="new-password"
          isRequired
          value={newPassword.value}
          onText={(value) => {
            newPassword.value = value;
            faults.value = dropFault(faults.value, 'newPassword');
          }}
          hint={password.length}
          error={sayFault(faults.value.newPassword)}
        />
        <div role="alert">
          {failure.value !== null && !isWrong && (
            <p class="field-error">{explainError(failure.value)}</p>
          )}
        </div>
        <div>
          <Button type="submit" kind="primary" isBusy={isBusy.value}>
            {password.submit}
          </Button>
        </div>
      </form>
    </section>
  );
}

function sayFault(fault: PasswordFault | undefined): string {
  return fault === undefined ? '' : accountText.value.password.faults[fault];
}
