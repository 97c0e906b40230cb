import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** When what had the focus goes away, `fallback` gets it: otherwise the keyboard would begin anew at the page's top. */
export function useFocusFallback(fallback: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    const isGone = last.current instanceof Node && !last.current.isConnected;
    if (!isGone || document.activeElement !== document.body) return;
    last.current = null;
    fallback.current?.focus({ preventScroll: true });
  });
}
