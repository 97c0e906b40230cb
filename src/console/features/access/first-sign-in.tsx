import { useSignal, useSignalEffect } from '@preact/signals';
import { PAGES } from '../../../shared/pages.ts';
import { withNext } from './model/next-path.ts';
import { signIn, type SignInFields } from './model/sign-in.ts';
import { useCaptcha } from './model/use-captcha.ts';
import { usePublicConfig } from './model/use-public-config.ts';
import { text } from '../../text/language.ts';
import { accessText } from '../../text/access.ts';
import { LinkButton } from '../../widgets/button.tsx';
import { Loading } from '../../widgets/states.tsx';
import { useAction } from '../../widgets/use-action.tsx';
import { CaptchaFrame } from './captcha-frame.tsx';
import { RefusalNotice } from './refusal-notice.tsx';

interface FirstSignInProps {
  readonly credentials: SignInFields;
  readonly next: string;
  readonly onSeen: () => void;
}

/** Signs in with a new account without showing anything; with a captcha, asks for another answer. */
export function FirstSignIn({ credentials, next, onSeen }: FirstSignInProps) {
  const { common } = text.value;
  const access = accessText.value;
  const captcha = useCaptcha('login', usePublicConfig());
  const action = useAction();
  const hasFailed = useSignal(false);
  const { answer, isNeeded } = captcha;
  useSignalEffect(() => {
    const isReady = isNeeded.value === false || (isNeeded.value === true && answer.value !== null);
    if (!isReady) return;
    void action.run(
      () => signIn(credentials, answer.peek()),
      () => {
        hasFailed.value = true;
      },
    );
  });
  useSignalEffect(() => {
    if (isNeeded.value === true || hasFailed.value) onSeen();
  });
  if (hasFailed.value) {
    return (
      <>
        <p role="status">{access.created}</p>
        <RefusalNotice
          error={action.error.value}
          denied={access.suspended}
          waitUntil={null}
          onWaited={() => undefined}
        />
        <LinkButton kind="primary" href={withNext(PAGES.signIn, next)}>
          {common.signIn}
        </LinkButton>
      </>
    );
  }
  if (isNeeded.value !== true) return null;
  return (
    <>
      {answer.value === null && <p role="status">{access.lastCheck}</p>}
      <CaptchaFrame captcha={captcha} />
      {action.isBusy.value && <Loading />}
    </>
  );
}
