import './access.css';
import { useSignal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { PAGES } from '../../../shared/pages.ts';
import { readInvitation } from '../../../shared/token-links.ts';
import type { SignInFields } from './model/sign-in.ts';
import { withNext } from './model/next-path.ts';
import { useLinkToken } from './model/use-link-token.ts';
import { usePublicConfig } from './model/use-public-config.ts';
import { useWayIn } from './model/use-way-in.ts';
import { text } from '../../text/language.ts';
import { accessText } from '../../text/access.ts';
import { useTitle } from '../../state/title.ts';
import { Loading } from '../../widgets/states.tsx';
import { FirstSignIn } from './first-sign-in.tsx';
import { RegisterForm } from './register-form.tsx';

export function RegisterPage() {
  const { common } = text.value;
  const access = accessText.value;
  useTitle(access.registerTitle);
  const next = useWayIn(PAGES.upload);
  const config = usePublicConfig();
  const invitation = useLinkToken(readInvitation);
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
          <Registration
            config={config}
            invitation={invitation}
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

/** The form, unless the service would refuse it. An invitation may be one that enters a closed site. */
function Registration(props: ComponentProps<typeof RegisterForm>) {
  const access = accessText.value;
  const { config, invitation } = props;
  const mode = config.value.value?.registration;
  if (invitation !== '') {
    return (
      <>
        <p class="access-lead">{access.invited}</p>
        <RegisterForm {...props} />
      </>
    );
  }
  // Without an answer, the service judges.
  if (mode === undefined && config.error.value === null) return <Loading />;
  if (mode === 'closed') return <p class="access-lead">{access.closed}</p>;
  if (mode === 'invite') return <p class="access-lead">{access.inviteOnly}</p>;
  return (
    <>
      <p class="access-lead">{access.registerLead}</p>
      <RegisterForm {...props} />
    </>
  );
}
