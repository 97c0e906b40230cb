import './access.css';
import { useSignal } from '@preact/signals';
import { PAGES } from '../../../shared/pages.ts';
import type { SignInFields } from './model/sign-in.ts';
import { withNext } from './model/next-path.ts';
import { useWayIn } from './model/use-way-in.ts';
import { text } from '../../text/language.ts';
import { accessText } from '../../text/access.ts';
import { useTitle } from '../../state/title.ts';
import { FirstSignIn } from './first-sign-in.tsx';
import { RegisterForm } from './register-form.tsx';

export function RegisterPage() {
  const { common } = text.value;
  const access = accessText.value;
  useTitle(access.registerTitle);
  const next = useWayIn(PAGES.upload);
  const registered = useSignal<SignInFields | null>(null);
  const isFirstSignInSeen = useSignal(false);
  return (
    <div class="access">
      <h1>{access.registerTitle}</h1>
      {registered.value !== null && (
        <FirstSignIn
          credentials={registered.value}
          next={next ?? PAGES.upload}
          onSeen={() => {
            isFirstSignInSeen.value = true;
          }}
        />
      )}
      {/* The sign-in usually takes a moment: the form stays until then. */}
      {!isFirstSignInSeen.value && (
        <>
          <p class="access-lead">{access.registerLead}</p>
          <RegisterForm
            isDone={registered.value !== null}
            onRegistered={(credentials) => {
              registered.value = credentials;
            }}
          />
          <p class="access-other">
            {access.toSignIn} <a href={withNext(PAGES.signIn, next)}>{common.signIn}</a>
          </p>
        </>
      )}
    </div>
  );
}
