import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface ListBox {
  readonly widthPx: number;
  readonly topPx: number;
  readonly remPx: number;
  readonly windowPx: number;
  /** The height at the top of the window that bars cover. */
  readonly coveredPx: number;
}

const NO_BOX = { widthPx: 0, topPx: 0, remPx: 16, windowPx: 0, coveredPx: 0 };

export function useListBox(element: RefObject<HTMLElement | null>): ListBox {
  const [box, setBox] = useState<ListBox>(NO_BOX);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current === null) return;
      const { width, top } = element.current.getBoundingClientRect();
      const { fontSize, scrollPaddingBlockStart } = getComputedStyle(document.documentElement);
      const next = {
        widthPx: width,
        topPx: Math.round(top + window.scrollY),
        remPx: Number.parseFloat(fontSize),
        windowPx: window.innerWidth,
        coveredPx: Number.parseFloat(scrollPaddingBlockStart),
      };
      setBox((last) => (isSameBox(last, next) ? last : next));
    };
    measure();
    // Growth above the element changes the page's height.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return box;
}

function isSameBox(one: ListBox, other: ListBox): boolean {
  return Object.entries(one).every(([name, px]) => px === other[name as keyof ListBox]);
}
