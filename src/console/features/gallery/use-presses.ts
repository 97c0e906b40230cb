import { useMemo, useRef } from 'preact/hooks';
import { followHere } from '../../widgets/follow-here.ts';
import { indexOfCell, type ImageGridProps } from './image-grid-props.ts';

const LONG_PRESS_MS = 450;
/** A finger that moves farther scrolls. */
const STILL_PX = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Control, Command and the middle button open a tab, as on every link. */
export function usePresses(props: ImageGridProps) {
  const latest = useRef(props);
  latest.current = props;
  const press = useRef<Press | null>(null);
  const wasLong = useRef(false);
  return useMemo(() => {
    const end = (): void => {
      if (press.current !== null) clearTimeout(press.current.timer);
      press.current = null;
    };
    return {
      onClick: (event: MouseEvent) => {
        const index = indexOfCell(event.target);
        if (index === null) return;
        const { isSelecting, items, onCopy, onOpen, onSelectTo, onToggle } = latest.current;
        if (isWithin(event, '.gallery-copy')) return onCopy(index);
        const isElsewhere = event.ctrlKey || event.metaKey;
        const isPick = event.shiftKey || wasLong.current || isWithin(event, '.gallery-check');
        if (!isSelecting && (isElsewhere || !isPick)) {
          const item = items.get(index);
          if (item !== undefined && !isElsewhere) followHere(event, () => onOpen(item.id));
          return;
        }
        // Neither the browser nor the router follows the link.
        event.preventDefault();
        event.stopPropagation();
        if (wasLong.current) wasLong.current = false;
        else if (event.shiftKey) onSelectTo(index);
        else onToggle(index);
      },
      onPointerDown: (event: PointerEvent) => {
        end();
        wasLong.current = false;
        const index = indexOfCell(event.target);
        if (event.pointerType !== 'touch' || index === null) return;
        const timer = setTimeout(() => {
          wasLong.current = true;
          latest.current.onToggle(index);
        }, LONG_PRESS_MS);
        press.current = { x: event.clientX, y: event.clientY, timer };
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const start = press.current;
        if (start !== null && Math.hypot(clientX - start.x, clientY - start.y) > STILL_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: Event) => {
        // The context menu would cover the selected image.
        if (press.current !== null || wasLong.current) event.preventDefault();
      },
    };
  }, []);
}

function isWithin({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
