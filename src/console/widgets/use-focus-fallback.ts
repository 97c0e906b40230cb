import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * When what had the focus goes away, what `find` returns gets it: otherwise the keyboard would begin anew at the page's top.
 * It is told what has gone, with what has gone around it; null leaves it so.
 */
export function useFocusFallback(find: (gone: Element) => HTMLElement | null): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    const { current: gone } = last;
    if (!(gone instanceof Element) || gone.isConnected || document.activeElement !== document.body)
      return;
    last.current = null;
    find(gone)?.focus({ preventScroll: true });
  });
}
