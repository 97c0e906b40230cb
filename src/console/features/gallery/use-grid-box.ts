import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface GridBox {
  readonly widthPx: number;
  /** From the top of the page. */
  readonly topPx: number;
  readonly remPx: number;
}

/** Where an element is in the page and how wide it is, kept true while what is around it changes. */
export function useGridBox(element: RefObject<HTMLElement | null>): GridBox {
  const [box, setBox] = useState<GridBox>({ widthPx: 0, topPx: 0, remPx: 16 });
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current === null) return;
      const { width, top } = element.current.getBoundingClientRect();
      const next = {
        widthPx: width,
        topPx: Math.round(top + window.scrollY),
        remPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      };
      setBox((last) => (isSameBox(last, next) ? last : next));
    };
    measure();
    // Whatever grows above the element makes the page longer.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return box;
}

function isSameBox(one: GridBox, other: GridBox): boolean {
  return one.widthPx === other.widthPx && one.topPx === other.topPx && one.remPx === other.remPx;
}
