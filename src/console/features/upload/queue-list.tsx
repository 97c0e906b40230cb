import { useRef } from 'preact/hooks';
import type { UploadQueue } from './model/upload-queue.ts';
import { useFocusedPart } from '../../widgets/use-focused-part.ts';
import { useListBox } from '../../widgets/use-list-box.ts';
import { useWindowRows } from '../../widgets/use-window-rows.ts';
import { QueueRow } from './queue-row.tsx';
import { useMeasuredRows } from './use-measured-rows.ts';

/** As the stylesheet has them, for a row whose text needs one line. */
const ROW_HEIGHT_PX = 81;
const COMPACT_HEIGHT_PX = 48;
const OVERSCAN_ROWS = 8;

interface ListProps {
  readonly queue: UploadQueue;
  /** Constant: another list takes over when it changes, as all measured heights do. */
  readonly isCompact: boolean;
}

export function QueueList({ queue, isCompact }: ListProps) {
  const items = queue.items.value;
  const list = useRef<HTMLUListElement>(null);
  const { topPx } = useListBox(list);
  const { rows, measure } = useMeasuredRows({
    items,
    usualPx: isCompact ? COMPACT_HEIGHT_PX : ROW_HEIGHT_PX,
    topPx,
  });
  const focused = useFocusedPart('id');
  const keptRows = [items.findIndex(({ id }) => id === focused.part)];
  const { shown } = useWindowRows({ rows, topPx, overscan: OVERSCAN_ROWS, keptRows });
  return (
    <ul
      ref={list}
      class={isCompact ? 'upload-list upload-list-compact' : 'upload-list'}
      aria-labelledby="upload-queue-title"
      style={{ height: `${rows.startOf(rows.count)}px` }}
      onFocusIn={focused.follow}
      onFocusOut={focused.follow}
    >
      {shown.map((index) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={item.id}
            ref={measure}
            data-index={index}
            data-id={item.id}
            class="upload-row"
            aria-posinset={index + 1}
            aria-setsize={items.length}
            style={{ transform: `translateY(${rows.startOf(index)}px)` }}
          >
            <QueueRow item={item} queue={queue} isCompact={isCompact} />
          </li>
        );
      })}
    </ul>
  );
}
