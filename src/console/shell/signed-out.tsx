import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { PAGES } from '../../shared/pages.ts';
import { session, sessionFault } from '../state/session.ts';

export function signedOut(Page: ComponentType): ComponentType {
  return function SignedOut() {
    const { route, path } = useLocation();
    const { state } = session.value;
    const isSignedIn = state === 'signed_in';
    useEffect(() => {
      // The page stays until the next one has loaded.
      if (isSignedIn && path === PAGES.start) route(PAGES.gallery, true);
    }, [isSignedIn, path, route]);
    if (isSignedIn || (state === 'unknown' && sessionFault.value === null)) return null;
    return <Page />;
  };
}
