import { useEffect, useMemo, useRef } from 'preact/hooks';
import { indexOfCell } from './image-grid-props.ts';

/** A mouse that moves less has pressed. */
const STILL_PX = 10;

interface Drag {
  /** The mouse has left the place of the press, over the cell of that index. */
  readonly onBegin?: (index: number) => void;
  readonly onMove: (event: PointerEvent) => void;
  readonly onDrop: (event: PointerEvent, index: number) => void;
  /** After a drop, too. */
  readonly onEnd: () => void;
}

/** The handlers of an element whose cells are dragged by mouse or pen: a finger scrolls. Escape gives up. */
export function useDrag(drag: Drag) {
  const latest = useRef(drag);
  latest.current = drag;
  const { handlers, stop } = useMemo(() => {
    let wasDragged = false;
    let stop = (): void => undefined;
    const follow = (x: number, y: number, index: number): void => {
      const over = new AbortController();
      const { signal } = over;
      const end = (): void => {
        if (signal.aborted) return;
        over.abort();
        if (wasDragged) latest.current.onEnd();
      };
      stop = end;
      const onMove = (event: PointerEvent): void => {
        if (event.buttons === 0) return end();
        const isFar = Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX;
        if (!wasDragged && !isFar) return;
        if (!wasDragged) latest.current.onBegin?.(index);
        wasDragged = true;
        latest.current.onMove(event);
      };
      addEventListener('pointermove', onMove, { signal });
      addEventListener(
        'pointerup',
        (event) => {
          if (wasDragged) latest.current.onDrop(event, index);
          end();
        },
        { signal },
      );
      addEventListener('pointercancel', end, { signal });
      // Text would be selected on the way.
      addEventListener('selectstart', (event) => event.preventDefault(), { signal });
      const onKeyDown = (event: KeyboardEvent): void => {
        if (event.key !== 'Escape' || !wasDragged) return;
        // The grid would end the selection.
        event.stopPropagation();
        end();
      };
      addEventListener('keydown', onKeyDown, { signal, capture: true });
    };
    const handlers = {
      onPointerDown: ({ pointerType, button, target, clientX, clientY }: PointerEvent) => {
        wasDragged = false;
        const index = indexOfCell(target);
        if (pointerType !== 'touch' && button === 0 && index !== null) {
          follow(clientX, clientY, index);
        }
      },
      // The press that ends a drag opens no image.
      onClickCapture: (event: MouseEvent) => {
        // A drag that ends elsewhere has no press here; the next one may be of a key.
        const isOfDrag = wasDragged && event.detail > 0;
        wasDragged = false;
        if (!isOfDrag) return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
    return { handlers, stop: () => stop() };
  }, []);
  // The cells may go while one is dragged.
  useEffect(() => stop, [stop]);
  return handlers;
}
