import { useRef } from 'preact/hooks';
import { indexOfCell } from '../gallery/image-grid-props.ts';
import { useDrag } from '../gallery/use-drag.ts';

/** Dragging images to other places of their album. `onDrop` gets the dragged image and the place before another one. */
export function useDragInOrder(onDrop: (from: number, to: number) => void) {
  const marked = useRef<HTMLElement | null>(null);
  const mark = (cell: HTMLElement | null, isAfter: boolean): void => {
    if (marked.current !== cell) marked.current?.removeAttribute('data-drop');
    marked.current = cell;
    cell?.setAttribute('data-drop', isAfter ? 'after' : 'before');
  };
  return useDrag({
    onMove: (event) => {
      const over = cellAt(event);
      mark(over, over !== null && isRightHalf(over, event));
    },
    onDrop: (event, from) => {
      const over = cellAt(event);
      const to = indexOfCell(over);
      if (over !== null && to !== null) onDrop(from, to + (isRightHalf(over, event) ? 1 : 0));
    },
    onEnd: () => mark(null, false),
  });
}

function cellAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  const found = document.elementFromPoint(clientX, clientY);
  return found?.closest<HTMLElement>('.album-grid [data-index]') ?? null;
}

function isRightHalf(cell: HTMLElement, { clientX }: PointerEvent): boolean {
  const { left, width } = cell.getBoundingClientRect();
  return clientX > left + width / 2;
}
