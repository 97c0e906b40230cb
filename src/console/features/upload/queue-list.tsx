import { useRef } from 'preact/hooks';
import type { UploadQueue } from './model/upload-queue.ts';
import { useListBox } from '../../widgets/use-list-box.ts';
import { useWindowRows } from '../../widgets/use-window-rows.ts';
import { QueueRow } from './queue-row.tsx';
import { useMeasuredRows } from './use-measured-rows.ts';

/** As the stylesheet has it, for a row whose text needs one line. */
const ROW_HEIGHT_PX = 81;
const OVERSCAN_ROWS = 8;

export function QueueList({ queue }: { readonly queue: UploadQueue }) {
  const items = queue.items.value;
  const list = useRef<HTMLUListElement>(null);
  const { topPx } = useListBox(list);
  const { rows, measure } = useMeasuredRows({ items, usualPx: ROW_HEIGHT_PX, topPx });
  const { shown } = useWindowRows({ rows, topPx, overscan: OVERSCAN_ROWS });
  return (
    <ul
      ref={list}
      class="upload-list"
      aria-labelledby="upload-queue-title"
      style={{ height: `${rows.startOf(rows.count)}px` }}
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
            <QueueRow item={item} queue={queue} />
          </li>
        );
      })}
    </ul>
  );
}
