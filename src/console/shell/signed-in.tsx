import type { Attributes, ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES } from '../../shared/pages.ts';
import { withNext } from '../features/access/model/next-path.ts';
import { text } from '../text/language.ts';
import { readSession, session, sessionFault, user } from '../state/session.ts';
import { useTitle } from '../state/title.ts';
import { LinkButton } from '../widgets/button.tsx';
import { EmptyState, ErrorState, Loading } from '../widgets/states.tsx';

interface RouteProps extends Attributes {
  readonly path?: string;
}

export function signedIn(Page: ComponentType) {
  return function SignedIn({ path }: RouteProps) {
    const { state } = session.value;
    if (state === 'signed_in') return <Page key={user.value?.id} />;
    if (state === 'suspended') return <SuspendedNotice />;
    if (state === 'anonymous') return <ToSignIn asked={path} />;
    const fault = sessionFault.value;
    if (fault === null) return <Loading />;
    return <ErrorState error={fault} isPage onRetry={() => void readSession()} />;
  };
}

function SuspendedNotice() {
  const { common } = text.value;
  useTitle(common.suspended);
  return (
    <div role="alert">
      <EmptyState icon="lock" title={common.suspended} isPage>
        <p>{common.suspendedHint}</p>
        <LinkButton href={PAGES.signIn}>{common.signIn}</LinkButton>
      </EmptyState>
    </div>
  );
}

function ToSignIn({ asked }: { readonly asked: string | undefined }) {
  const { route, url } = useLocation();
  useEffect(() => {
    // The page stays until the next one has loaded, when the address is already the next one's.
    if (location.pathname === asked) route(withNext(PAGES.signIn, url), true);
  }, [route, url, asked]);
  return <Loading />;
}
