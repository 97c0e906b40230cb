import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { session } from '../../../state/session.ts';
import { isWayIn, readNext } from './next-path.ts';

/** Goes on as soon as somebody is signed in, be it in another tab. Returns what the address asks to go on to. */
export function useWayIn(otherwise: string): string | null {
  const { route, path, query } = useLocation();
  const next = readNext(query['next']);
  const isSignedIn = session.value.state === 'signed_in';
  useEffect(() => {
    // The page stays for the moment that the next one takes to load.
    if (isSignedIn && isWayIn(path)) route(next ?? otherwise, true);
  }, [isSignedIn, path, next, otherwise, route]);
  return next;
}
