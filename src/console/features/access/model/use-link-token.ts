import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The token of the page's fragment, also of a link that is opened while the page shows; '' without one. */
export function useLinkToken(read: (hash: string) => string): string {
  const token = useSignal(read(location.hash));
  useEffect(() => {
    const follow = (): void => {
      token.value = read(location.hash) || token.value;
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [read, token]);
  return token.value;
}
