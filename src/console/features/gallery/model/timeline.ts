import { api, call } from '../../../api/client.ts';
import { perUser } from '../../../state/per-user.ts';
import { toTimelineQuery, type GalleryQuery } from './gallery-query.ts';
import type { MonthCount } from './month-sections.ts';

interface Timeline {
  readonly key: string;
  readonly months: readonly MonthCount[];
  /** Images that have gone since. */
  readonly goneCount: number;
}

const known = perUser<Timeline | null>(() => null);

/** The number of images of a query; null while unknown, and for a search, whose matches nobody counts. */
export function countOf(query: GalleryQuery): number | null {
  if (known.value?.key !== keyOf(query)) return null;
  const { months, goneCount } = known.value;
  return months.reduce((sum, { count }) => sum + count, 0) - goneCount;
}

export function noteGone(count: number): void {
  if (known.value === null) return;
  known.value = { ...known.value, goneCount: known.value.goneCount + count };
}

/** Null for a search. @throws {ApiError | ConnectionError} */
export async function readTimeline(
  query: GalleryQuery,
  signal: AbortSignal,
): Promise<readonly MonthCount[] | null> {
  if (hasSearch(query)) return null;
  const params = { query: toTimelineQuery(query) };
  const { months } = await call(api.GET('/api/v1/images/timeline', { params, signal }));
  signal.throwIfAborted();
  known.value = { key: keyOf(query), months, goneCount: 0 };
  return months;
}

function keyOf(query: GalleryQuery): string {
  return hasSearch(query) ? '' : JSON.stringify(toTimelineQuery(query));
}

function hasSearch({ search }: GalleryQuery): boolean {
  return search.trim() !== '';
}
