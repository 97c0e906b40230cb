import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { session } from '../../../state/session.ts';
import { isWayIn, readNext } from './read-next.ts';

export function useWayIn(otherwise: string): string | null {
  const { route, path, query } = useLocation();
  const next = readNext(query['next']);
  const isSignedIn = session.value.state === 'signed_in';
  useEffect(() => {
    // The page stays until the next one has loaded.
    if (isSignedIn && isWayIn(path)) route(next ?? otherwise, true);
  }, [isSignedIn, path, next, otherwise, route]);
  return next;
}
