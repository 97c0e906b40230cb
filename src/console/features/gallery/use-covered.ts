import { useLayoutEffect, useRef } from 'preact/hooks';

/** The height at the top of the window that bars cover: where the heads of months stick, 0 in a list without months. */
export function useCovered(isReady: boolean, layoutOf: string): { readonly current: number } {
  const coveredPx = useRef(0);
  useLayoutEffect(() => {
    const head = document.querySelector('.gallery-month-head');
    if (head !== null)
      coveredPx.current = Number.parseFloat(getComputedStyle(head).insetBlockStart);
  }, [isReady, layoutOf]);
  return coveredPx;
}
