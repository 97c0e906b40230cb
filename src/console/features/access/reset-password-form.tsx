import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { judgePasswordLength } from '../../../shared/entry-rules.ts';
import { api, call } from '../../api/client.ts';
import { readSession, user } from '../../state/session.ts';
import { accessText } from '../../text/access.ts';
import { Button } from '../../widgets/button.tsx';
import { PasswordField } from '../../widgets/password-field.tsx';
import { useAction } from '../../widgets/use-action.tsx';
import type { FieldFaults } from './model/check-fields.ts';
import { useWaiting } from './model/use-waiting.ts';
import { RefusalNotice } from './refusal-notice.tsx';

interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const access = accessText.value;
  const form = useRef<HTMLFormElement>(null);
  const password = useSignal('');
  const fault = useSignal<FieldFaults['password'] | null>(null);
  const waiting = useWaiting();
  const { error, isBusy, run } = useAction();
  const submit = (): void => {
    fault.value = password.value === '' ? 'missing' : judgePasswordLength(password.value);
    if (fault.value !== null) return form.current?.querySelector('input')?.focus();
    if (waiting.until.value !== null) return;
    void run(async () => {
      const body = { token, new_password: password.value };
      await call(api.POST('/api/v1/auth/password-reset', { body }));
      // A session of this browser may be among those that ended.
      if (user.value !== null) await readSession();
      onDone();
    }, waiting.begin);
  };
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
      <PasswordField
        label={access.newPassword}
        name="new_password"
        autocomplete="new-password"
        isRequired
        hint={access.passwordHint}
        value={password.value}
        error={fault.value && access.faults.password[fault.value]}
        onText={(value) => {
          password.value = value;
          fault.value = null;
        }}
      />
      <RefusalNotice
        error={error.value}
        denied={access.resetInvalid}
        waitUntil={waiting.until.value}
        onWaited={waiting.end}
      />
      <Button
        type="submit"
        kind="primary"
        isBusy={isBusy.value}
        isBlocked={waiting.until.value !== null}
      >
        {access.resetSubmit}
      </Button>
    </form>
  );
}
