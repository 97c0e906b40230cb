import { api, call } from '../../../api/client.ts';
import type { OutboxEvent, Publication } from '../../../api/types.ts';

export type WorkKind = Exclude<Publication['status'], 'done'> | OutboxEvent['kind'];

export interface CappedCount {
  readonly count: number;
  readonly hasMore: boolean;
}

/** The API has no counts, so more are not counted. */
const COUNTED_MAX = 100;

/** Counts pending work of a kind, up to 100. @throws {ApiError | ConnectionError} */
export async function countWork(kind: WorkKind, signal: AbortSignal): Promise<CappedCount> {
  const limit = COUNTED_MAX;
  const page = await (kind === 'purge' || kind === 'erase' || kind === 'account'
    ? call(api.GET('/api/v1/admin/outbox', { params: { query: { kind, limit } }, signal }))
    : call(
        api.GET('/api/v1/admin/publications', {
          params: { query: { status: kind, limit } },
          signal,
        }),
      ));
  return { count: page.items.length, hasMore: page.has_more };
}
