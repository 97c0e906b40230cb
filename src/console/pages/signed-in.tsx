import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES } from '../../lib/pages.ts';
import { text } from '../state/language.ts';
import { session } from '../state/session.ts';
import { EmptyState, Loading } from '../widgets/states.tsx';

/** A page for who is signed in; others are asked to sign in, and come back to it. */
export function signedIn<Props extends object>(Page: ComponentType<Props>): ComponentType<Props> {
  return function SignedIn(props: Props) {
    const { state } = session.value;
    if (state === 'signed_in') return <Page {...props} />;
    if (state === 'suspended') return <SuspendedNotice />;
    return state === 'anonymous' ? <ToSignIn /> : <Loading />;
  };
}

function ToSignIn() {
  const { route, url } = useLocation();
  useEffect(() => route(`${PAGES.signIn}?next=${encodeURIComponent(url)}`, true), [route, url]);
  return <Loading />;
}

function SuspendedNotice() {
  const { common } = text.value;
  return (
    <EmptyState icon="lock" title={common.suspended} isPage>
      <p>{common.suspendedHint}</p>
    </EmptyState>
  );
}
