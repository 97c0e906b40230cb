import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Unless `find` returns null for the removed element, which still has its removed ancestors. */
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
