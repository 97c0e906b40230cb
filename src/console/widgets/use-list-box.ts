import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface ListBox {
  readonly widthPx: number;
  readonly topPx: number;
  readonly remPx: number;
  readonly windowPx: number;
}

export function useListBox(element: RefObject<HTMLElement | null>): ListBox {
  const [box, setBox] = useState<ListBox>({ widthPx: 0, topPx: 0, remPx: 16, windowPx: 0 });
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current === null) return;
      const { width, top } = element.current.getBoundingClientRect();
      const next = {
        widthPx: width,
        topPx: Math.round(top + window.scrollY),
        remPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        windowPx: window.innerWidth,
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
  return (['widthPx', 'topPx', 'remPx', 'windowPx'] as const).every(
    (name) => one[name] === other[name],
  );
}
