import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { runAll } from '../model/run-all.ts';
import type { PagedList } from '../model/use-pages.ts';
import { formatNumber } from '../../../state/format.ts';
import { text } from '../../../text/language.ts';
import { Button } from '../../../widgets/button.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { showToast } from '../../../widgets/toast.tsx';
import { useFocusFallback } from '../../../widgets/use-focus-fallback.ts';
import { reportRefused } from '../report-refused.ts';

interface WorkListProps<Item> {
  readonly label: string;
  readonly list: PagedList<Item>;
  /** Describes the filtered items. */
  readonly empty: string;
  readonly idOf: (item: Item) => number;
  readonly canRetry: (item: Item) => boolean;
  /** @throws {ApiError | ConnectionError} */
  readonly retry: (id: number) => Promise<unknown>;
  readonly words: {
    readonly retryOne: string;
    readonly retryFor: (id: number) => string;
    readonly retryAll: (count: string) => string;
    readonly started: (count: string) => string;
  };
  readonly children: (item: Item) => ComponentChildren;
}

export function WorkList<Item>({
  label,
  list,
  empty,
  idOf,
  canRetry,
  retry,
  words,
  children,
}: WorkListProps<Item>) {
  const { common } = text.value;
  const busy = useSignal<readonly number[]>([]);
  const items = list.items;
  const retryable = (items ?? []).filter(canRetry).map(idOf);
  const box = useRef<HTMLDivElement>(null);
  // A retried item leaves the list with its button.
  useFocusFallback(() => box.current);
  const run = async (ids: readonly number[]): Promise<void> => {
    if (busy.peek().length > 0) return;
    busy.value = ids;
    const outcome = await runAll(ids, retry);
    const { length } = outcome.done;
    if (length > 0) showToast({ message: words.started(formatNumber(length)) });
    reportRefused(outcome);
    busy.value = [];
    list.reload();
  };
  if (items === undefined) {
    const error = list.error;
    return error === null ? null : <ErrorState error={error} onRetry={list.reload} />;
  }
  return (
    <div ref={box} class="admin-section" tabIndex={-1}>
      {items.length === 0 && <EmptyState icon="check" title={empty} />}
      {retryable.length > 1 && (
        <div>
          <Button isBusy={busy.value.length > 0} onClick={() => void run(retryable)}>
            {words.retryAll(formatNumber(retryable.length))}
          </Button>
        </div>
      )}
      <ul class="admin-list" aria-label={label} hidden={items.length === 0}>
        {items.map((item) => (
          <li key={idOf(item)}>
            <div class="admin-item">{children(item)}</div>
            {canRetry(item) && (
              <Button
                aria-label={words.retryFor(idOf(item))}
                isBusy={busy.value.includes(idOf(item))}
                onClick={() => void run([idOf(item)])}
              >
                {words.retryOne}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div class="admin-more">
          <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {common.more}
          </Button>
        </div>
      )}
    </div>
  );
}
