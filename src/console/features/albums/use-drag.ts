import { useMemo, useRef } from 'preact/hooks';
import { indexOfCell } from '../gallery/image-grid-props.ts';

/** A mouse that moves less has pressed. */
const STILL_PX = 10;

/** Dragging images by mouse or pen: a finger scrolls. `onDrop` gets the dragged image and the place before another one. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  return useMemo(() => {
    let start: { readonly x: number; readonly y: number; readonly index: number } | null = null;
    let marked: HTMLElement | null = null;
    let wasDragged = false;
    const mark = (cell: HTMLElement | null, isAfter: boolean): void => {
      if (marked !== cell) marked?.removeAttribute('data-drop');
      marked = cell;
      cell?.setAttribute('data-drop', isAfter ? 'after' : 'before');
    };
    const end = (): void => {
      start = null;
      mark(null, false);
    };
    return {
      onPointerDown: (event: PointerEvent) => {
        wasDragged = false;
        const index = indexOfCell(event.target);
        if (event.pointerType === 'touch' || event.button !== 0 || index === null) return;
        start = { x: event.clientX, y: event.clientY, index };
      },
      onPointerMove: (event: PointerEvent) => {
        if (start === null) return;
        if (event.buttons === 0) return end();
        wasDragged ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL_PX;
        if (!wasDragged) return;
        event.preventDefault();
        const over = cellAt(event);
        mark(over, over !== null && isRightHalf(over, event));
      },
      onPointerUp: (event: PointerEvent) => {
        const over = cellAt(event);
        const to = indexOfCell(over);
        if (start !== null && wasDragged && over !== null && to !== null) {
          latest.current(start.index, to + (isRightHalf(over, event) ? 1 : 0));
        }
        end();
      },
      onPointerCancel: end,
      // The press that ends a drag opens no image.
      onClickCapture: (event: MouseEvent) => {
        if (!wasDragged) return;
        wasDragged = false;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, []);
}

function cellAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  const found = document.elementFromPoint(clientX, clientY);
  return found?.closest<HTMLElement>('.album-grid [data-index]') ?? null;
}

function isRightHalf(cell: HTMLElement, { clientX }: PointerEvent): boolean {
  const { left, width } = cell.getBoundingClientRect();
  return clientX > left + width / 2;
}
