import './access.css';
import { useSignal } from '@preact/signals';
import { PAGES } from '../../../shared/pages.ts';
import { readResetToken } from '../../../shared/token-links.ts';
import { useTitle } from '../../state/title.ts';
import { accessText } from '../../text/access.ts';
import { text } from '../../text/language.ts';
import { LinkButton } from '../../widgets/button.tsx';
import { useLinkToken } from './model/use-link-token.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

export function ResetPasswordPage() {
  const access = accessText.value;
  useTitle(access.resetTitle);
  const token = useLinkToken(readResetToken);
  const isDone = useSignal(false);
  return (
    <div class="access">
      <h1>{access.resetTitle}</h1>
      {isDone.value ? (
        <>
          <p role="status">{access.resetDone}</p>
          <LinkButton kind="primary" href={PAGES.signIn}>
            {text.value.common.signIn}
          </LinkButton>
        </>
      ) : token === '' ? (
        <p class="access-lead">{access.resetInvalid}</p>
      ) : (
        <>
          <p class="access-lead">{access.resetLead}</p>
          <ResetPasswordForm
            token={token}
            onDone={() => {
              isDone.value = true;
            }}
          />
        </>
      )}
    </div>
  );
}
