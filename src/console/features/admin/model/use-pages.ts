import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { explainError } from '../../../state/explain-error.ts';
import { useResource, type Resource } from '../../../state/resource.ts';
import { showToast } from '../../../widgets/toast.tsx';

export interface PageOfRows<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

export interface PageRequest {
  readonly cursor: string;
  readonly limit: number;
}

type Load<Item> = (query: PageRequest, signal: AbortSignal) => Promise<PageOfRows<Item>>;

type FirstPage<Item> = PageOfRows<Item> & { readonly key: string };

interface Rest<Item> {
  readonly after: FirstPage<Item> | undefined;
  readonly items: readonly Item[];
  readonly cursor: string;
}

export interface PagedList<Item> {
  readonly items: readonly Item[] | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly error: unknown;
  readonly reload: () => void;
  readonly loadMore: () => void;
}

const PAGE_ITEMS = 25;
const LIMIT_MAX = 100;

const EMPTY: Promise<PageOfRows<never>> = Promise.resolve({
  items: [],
  next_cursor: '',
  has_more: false,
});

/** Reads again whenever `key` changes; null reads nothing. While visible, polls the shown part every `pollMs`. */
export function usePages<Item>(
  load: Load<Item> | null,
  key: string,
  pollMs: number | null = null,
): PagedList<Item> {
  const more = useSignal<Rest<Item> | null>(null);
  const isLoadingMore = useSignal(false);
  const shown = useRef(PAGE_ITEMS);
  const run = useRef<AbortController | null>(null);
  const isOutdated = useRef(false);
  const start = useRef(key);
  if (start.current !== key) {
    start.current = key;
    shown.current = PAGE_ITEMS;
  }
  const first: Resource<FirstPage<Item>> = useResource(async (signal) => {
    let count: number;
    let page: PageOfRows<Item>;
    do {
      count = shown.current;
      page = await (load === null ? EMPTY : readRows(load, count, signal));
    } while (count < shown.current);
    const last = first.value.peek();
    if (isLoadingMore.peek() && last?.key === key) {
      isOutdated.current = true;
      return last;
    }
    isOutdated.current = false;
    return { ...page, key };
  }, key);
  useEffect(() => () => run.current?.abort(), [key]);

  const loadMore = useCallback(() => {
    const page = first.value.peek();
    if (load === null || page === undefined || isLoadingMore.peek()) return;
    const rest = restOf(page, more.peek());
    const own = (run.current = new AbortController());
    isLoadingMore.value = true;
    const append = async (): Promise<void> => {
      try {
        const { items, next_cursor: cursor } = await load(
          { cursor: rest.cursor, limit: PAGE_ITEMS },
          own.signal,
        );
        if (own.signal.aborted) return;
        more.value = { after: page, items: [...rest.items, ...items], cursor };
        shown.current += items.length;
      } catch (error) {
        if (!own.signal.aborted) showToast({ message: explainError(error), kind: 'failure' });
      } finally {
        isLoadingMore.value = false;
        if (isOutdated.current && !own.signal.aborted) first.reload();
      }
    };
    void append();
  }, [load, more, first.value, first.reload, isLoadingMore]);

  useEffect(() => {
    if (pollMs === null) return;
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks < Math.ceil(shown.current / LIMIT_MAX)) return;
      ticks = 0;
      const isBusy = first.isLoading.peek() || isLoadingMore.peek();
      if (!isBusy && document.visibilityState === 'visible') first.reload();
    }, pollMs);
    return () => clearInterval(timer);
  }, [pollMs, first.reload, first.isLoading, isLoadingMore]);

  // Rows of another key are not shown.
  const page = first.value.value?.key === key ? first.value.value : undefined;
  const rest = restOf(page, more.value);
  return {
    items: page && [...page.items, ...rest.items],
    hasMore: rest.cursor !== '',
    isLoadingMore: isLoadingMore.value,
    error: first.error.value,
    reload: first.reload,
    loadMore,
  };
}

async function readRows<Item>(
  load: Load<Item>,
  count: number,
  signal: AbortSignal,
): Promise<PageOfRows<Item>> {
  let page = await load({ cursor: '', limit: Math.min(LIMIT_MAX, count) }, signal);
  while (page.has_more && page.items.length < count) {
    const limit = Math.min(LIMIT_MAX, count - page.items.length);
    const next = await load({ cursor: page.next_cursor, limit }, signal);
    page = { ...next, items: [...page.items, ...next.items] };
  }
  return page;
}

function restOf<Item>(page: FirstPage<Item> | undefined, more: Rest<Item> | null): Rest<Item> {
  const none = { after: page, items: [], cursor: page?.next_cursor ?? '' };
  return more !== null && more.after === page ? more : none;
}
