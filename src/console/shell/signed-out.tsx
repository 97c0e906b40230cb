import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES } from '../../shared/pages.ts';
import { session, sessionFault } from '../state/session.ts';

/** A page for who is not signed in; the others go on to their gallery. */
export function signedOut<Props extends object>(Page: ComponentType<Props>): ComponentType<Props> {
  return function SignedOut(props: Props) {
    const { route, path } = useLocation();
    const { state } = session.value;
    const isSignedIn = state === 'signed_in';
    useEffect(() => {
      // The page stays for the moment that the next one takes to load.
      if (isSignedIn && path === PAGES.start) route(PAGES.gallery, true);
    }, [isSignedIn, path, route]);
    // Whoever may be signed in sees nothing of it for the moment until that is known.
    if (isSignedIn || (state === 'unknown' && sessionFault.value === null)) return null;
    return <Page {...props} />;
  };
}
