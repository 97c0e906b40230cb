import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { explainError } from '../state/explain-error.ts';
import { useResource } from '../state/resource.ts';
import { showToast } from '../widgets/toast.tsx';

/** A page of a list that goes on behind a cursor. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

export interface PageQuery {
  readonly cursor: string;
  readonly limit: number;
}

export interface PagedList<Item> {
  /** Undefined until the first page is there. */
  readonly items: readonly Item[] | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly error: unknown;
  readonly reload: () => void;
  readonly loadMore: () => void;
}

const PAGE_ITEMS = 25;
const LIMIT_MAX = 100;

const EMPTY: Promise<ListPage<never>> = Promise.resolve({
  items: [],
  next_cursor: '',
  has_more: false,
});

/**
 * A list read page by page, from its beginning whenever `key` changes; null asks for nothing. While its page is looked
 * at, it is read anew every `pollMs`, as far as it is shown and one answer takes it.
 */
export function usePages<Item>(
  load: ((query: PageQuery, signal: AbortSignal) => Promise<ListPage<Item>>) | null,
  key: string,
  pollMs: number | null = null,
): PagedList<Item> {
  const more = useSignal<readonly Item[]>([]);
  const cursor = useSignal('');
  const isLoadingMore = useSignal(false);
  const shown = useRef(PAGE_ITEMS);
  const run = useRef<AbortController | null>(null);
  const start = useRef(key);
  if (start.current !== key) {
    start.current = key;
    shown.current = PAGE_ITEMS;
  }
  const first = useResource(async (signal) => {
    const limit = Math.min(LIMIT_MAX, shown.current);
    const page = await (load === null ? EMPTY : load({ cursor: '', limit }, signal));
    run.current?.abort();
    more.value = [];
    cursor.value = page.next_cursor;
    return { ...page, key };
  }, key);

  const loadMore = useCallback(() => {
    if (load === null || isLoadingMore.peek()) return;
    const own = (run.current = new AbortController());
    isLoadingMore.value = true;
    const append = async (): Promise<void> => {
      try {
        const page = await load({ cursor: cursor.peek(), limit: PAGE_ITEMS }, own.signal);
        if (own.signal.aborted) return;
        more.value = [...more.peek(), ...page.items];
        cursor.value = page.next_cursor;
        shown.current += page.items.length;
      } catch (error) {
        if (!own.signal.aborted) showToast({ message: explainError(error), kind: 'failure' });
      } finally {
        isLoadingMore.value = false;
      }
    };
    void append();
  }, [load, more, cursor, isLoadingMore]);

  useEffect(() => {
    if (pollMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && shown.current <= LIMIT_MAX) first.reload();
    }, pollMs);
    return () => clearInterval(timer);
  }, [pollMs, first.reload]);

  const page = first.value.value;
  return {
    // What was read for another key is not shown for this one.
    items: page?.key === key ? [...page.items, ...more.value] : undefined,
    hasMore: cursor.value !== '',
    isLoadingMore: isLoadingMore.value,
    error: first.error.value,
    reload: first.reload,
    loadMore,
  };
}
