import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { UploadQueue } from './model/upload-queue.ts';
import { QueueRow } from './queue-row.tsx';
import { useWindowVirtual } from './use-window-virtual.ts';

const ROW_HEIGHT_PX = 81;

/** The files in their order; only those in view are in the page. */
export function QueueList({ queue }: { readonly queue: UploadQueue }) {
  const items = queue.items.value;
  const list = useRef<HTMLUListElement>(null);
  const top = useSignal(0);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box !== undefined) top.value = Math.round(box.top + scrollY);
    // The part above may still grow a little; the rows beyond the window cover that.
  }, [items.length, top]);
  const virtual = useWindowVirtual({
    count: items.length,
    keyOf: (index) => items[index]?.id ?? '',
    rowHeight: ROW_HEIGHT_PX,
    top: top.value,
  });
  return (
    <ul
      ref={list}
      class="upload-list"
      aria-labelledby="upload-queue-title"
      style={{ height: `${virtual.getTotalSize()}px` }}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            data-id={item.id}
            class="upload-row"
            aria-posinset={index + 1}
            aria-setsize={items.length}
            style={{ transform: `translateY(${start - top.value}px)` }}
          >
            <QueueRow item={item} queue={queue} />
          </li>
        );
      })}
    </ul>
  );
}
