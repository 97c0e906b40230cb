import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const OVERSCAN_ROWS = 3;
/** A slower image delays nothing. */
const IMAGES_MAX_MS = 3000;

/** 0 until the images in sight have loaded or the window was scrolled, which calls `onImages`. */
export function useOverscan(
  body: RefObject<HTMLElement | null>,
  hasRows: boolean,
  onImages: () => void,
): number {
  const [overscan, setOverscan] = useState(0);
  const latest = useRef(onImages);
  latest.current = onImages;
  useEffect(() => {
    if (!hasRows) return;
    let isOver = false;
    const begin = (): void => {
      if (isOver) return;
      isOver = true;
      setOverscan(OVERSCAN_ROWS);
      latest.current();
    };
    const late = setTimeout(begin, IMAGES_MAX_MS);
    const images = [...(body.current?.querySelectorAll('img') ?? [])];
    const decoded = Promise.allSettled(images.map((image) => image.decode()));
    void decoded.then(() => requestAnimationFrame(() => setTimeout(begin)));
    addEventListener('scroll', begin, { once: true });
    return () => {
      isOver = true;
      clearTimeout(late);
      removeEventListener('scroll', begin);
    };
  }, [hasRows, body]);
  return overscan;
}
