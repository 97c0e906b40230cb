import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES } from '../../shared/pages.ts';
import { withNext } from '../features/access/model/next-path.ts';
import { text } from '../text/language.ts';
import { readSession, session, sessionFault, user } from '../state/session.ts';
import { useTitle } from '../state/title.ts';
import { LinkButton } from '../widgets/button.tsx';
import { EmptyState, ErrorState, Loading } from '../widgets/states.tsx';

/** A page for who is signed in; others are asked to sign in, and come back to it. */
export function signedIn<Props extends object>(Page: ComponentType<Props>) {
  return function SignedIn(props: Props & { readonly path: string }) {
    const { state } = session.value;
    // What a page shows of one person goes with that person.
    if (state === 'signed_in') return <Page key={user.value?.id} {...props} />;
    if (state === 'suspended') return <SuspendedNotice />;
    if (state === 'anonymous') return <ToSignIn asked={props.path} />;
    const fault = sessionFault.value;
    if (fault === null) return <Loading />;
    return <ErrorState error={fault} isPage onRetry={() => void readSession()} />;
  };
}

function SuspendedNotice() {
  const { common } = text.value;
  useTitle(common.suspended);
  // It comes in the middle of something else, at the same address.
  return (
    <div role="alert">
      <EmptyState icon="lock" title={common.suspended} isPage>
        <p>{common.suspendedHint}</p>
        <LinkButton href={PAGES.signIn}>{common.signIn}</LinkButton>
      </EmptyState>
    </div>
  );
}

function ToSignIn({ asked }: { readonly asked: string }) {
  const { route, url } = useLocation();
  useEffect(() => {
    // It stays for the moment that the other page takes to load, or the one that a sign-out leads to, and the address is
    // that page's by then.
    if (location.pathname === asked) route(withNext(PAGES.signIn, url), true);
  }, [route, url, asked]);
  return <Loading />;
}
