import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Focuses the result of `find` when the focused element is removed; otherwise the focus would return to the page's top.
 * `find` gets the removed element with its removed ancestors; null changes nothing.
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
