import { lt, lte, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { isolates, journal, requestTotals, shardFlush } from '../../db/schema/objects/counters.ts';
import {
  prepareAll,
  prepareFirst,
  prepareOne,
  prepareWrite,
  type Slots,
} from '../../db/statement.ts';
import type { CounterTotals, RequestCount } from '../../domain/services.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { sumRequests, sumViews, type CountBatch, type BegunFlush } from './logic.ts';

/** Text of the entries that one flush takes: far below what D1 takes as one value (2 MB). */
const FLUSH_MAX_CHARACTERS = 500_000;

/** How long an isolate may be silent before its last sequence number is forgotten. No isolate lives that long. */
export const ISOLATE_MEMORY_MS = 604_800_000;

/**
 * The books of one counter shard, in its object's storage. What they keep true:
 *
 * - A batch is taken once: an isolate's sequence number is remembered in the same transaction as its counts.
 * - A batch is one row, so gathering costs two rows written, however many images it names.
 * - A flush has a number, and its contents are fixed when it begins: the entries up to `lastEntry`. It is begun again
 *   with the same number and contents until it is finished, so whoever remembers the number counts it once. Only
 *   views that the database refuses, and therefore has not counted, are set aside for the next one.
 */
export class CountLedger {
  readonly #db: ObjectDatabase;

  constructor(db: ObjectDatabase) {
    this.#db = db;
  }

  get isEmpty(): boolean {
    return this.#db.run(selectAnyEntry()) === null;
  }

  /** Takes a batch; returns false when it was taken before. */
  add({ isolateId, sequence, views, requests }: CountBatch, nowMs: number): boolean {
    return this.#db.transaction(() => {
      const advanced = this.#db.run(advanceIsolate({ isolateId, sequence, now: nowMs }));
      if (advanced === 0) return false;
      const entry = { views: JSON.stringify(views), requests: JSON.stringify(requests) };
      this.#db.run(insertEntry(entry));
      return true;
    });
  }

  /** Begins a flush, or the one that was not finished again; returns null when there is nothing to flush. */
  beginFlush(): BegunFlush | null {
    return this.#db.transaction(() => {
      const open = this.#db.run(selectFlush());
      const lastEntry = open.lastEntry ?? this.#db.run(selectLastThatFits()).lastEntry;
      if (lastEntry === null) return null;
      const number = open.lastEntry === null ? open.number + 1 : open.number;
      this.#db.run(openFlush({ number, lastEntry }));
      const entries = this.#db.run(selectEntries({ lastEntry }));
      return { number, views: sumViews(entries.flatMap(({ views }) => views)) };
    });
  }

  /** Takes the views of some images out of the open flush; they wait for the next one. */
  setAside(imageIds: ReadonlySet<number>): void {
    this.#db.transaction(() => {
      const { lastEntry } = this.#db.run(selectFlush());
      if (lastEntry === null) return;
      const entries = this.#db.run(selectEntries({ lastEntry }));
      const views = [...sumViews(entries.flatMap((entry) => entry.views))];
      const requests = JSON.stringify(sumRequests(entries.flatMap((entry) => entry.requests)));
      const kept = JSON.stringify(views.filter(([imageId]) => !imageIds.has(imageId)));
      const aside = JSON.stringify(views.filter(([imageId]) => imageIds.has(imageId)));
      this.#db.run(deleteEntries({ lastEntry }));
      this.#db.run(restoreEntry({ id: lastEntry, views: kept, requests }));
      this.#db.run(insertEntry({ views: aside, requests: '[]' }));
    });
  }

  /** Forgets what the open flush carried away, and adds its request counts to the totals. */
  finishFlush(): void {
    this.#db.transaction(() => {
      const { lastEntry } = this.#db.run(selectFlush());
      if (lastEntry === null) return;
      const entries = this.#db.run(selectEntries({ lastEntry }));
      for (const count of sumRequests(entries.flatMap(({ requests }) => requests))) {
        this.#db.run(addRequests({ ...count }));
      }
      this.#db.run(deleteEntries({ lastEntry }));
      const views = entries.flatMap((entry) => entry.views);
      this.#db.run(closeFlush({ views: views.reduce((sum, [, count]) => sum + count, 0) }));
    });
  }

  /** Returns every request counted so far, and the views that flushes have carried away. */
  readTotals(): CounterTotals {
    const waiting = this.#db.run(selectWaitingRequests()).flatMap(({ requests }) => requests);
    return {
      requests: sumRequests([...this.#db.run(selectRequestTotals()), ...waiting]),
      viewsFlushed: this.#db.run(selectFlush()).viewsFlushed,
    };
  }

  /** Drops what is known of isolates that are long gone. */
  forgetIsolates(nowMs: number): void {
    this.#db.run(deleteIsolates({ silentSince: nowMs - ISOLATE_MEMORY_MS }));
  }
}

const selectAnyEntry = prepareFirst(() => query.select({ id: journal.id }).from(journal).limit(1));

const advanceIsolate = prepareWrite(
  ({ isolateId, sequence, now }: Slots<{ isolateId: string; sequence: number; now: number }>) =>
    query
      .insert(isolates)
      .values({ isolateId, sequence, seenAt: now })
      .onConflictDoUpdate({
        target: isolates.isolateId,
        set: { sequence, seenAt: now },
        setWhere: lt(isolates.sequence, sequence),
      }),
);

const insertEntry = prepareWrite(
  ({ views, requests }: Slots<{ views: string; requests: string }>) =>
    query.insert(journal).values({ views, requests }),
);

const restoreEntry = prepareWrite(
  ({ id, views, requests }: Slots<{ id: number; views: string; requests: string }>) =>
    query.insert(journal).values({ id, views, requests }),
);

const selectFlush = prepareOne(() =>
  query
    .select({
      number: shardFlush.number,
      lastEntry: shardFlush.lastEntry,
      viewsFlushed: shardFlush.viewsFlushed,
    })
    .from(shardFlush),
);

/** The last of the oldest entries that fit into one flush, at least one; null when there is none. */
const selectLastThatFits = prepareOne(() => {
  const characters = sql<number>`sum(length(${journal.views})) OVER (ORDER BY ${journal.id})`;
  const running = query
    .select({ id: journal.id, characters: characters.as('characters') })
    .from(journal)
    .as('running');
  return query
    .select({
      lastEntry: sql<number | null>`coalesce(
        max(${running.id}) FILTER (WHERE ${running.characters} <= ${FLUSH_MAX_CHARACTERS}), min(${running.id}))`,
    })
    .from(running);
});

const openFlush = prepareWrite(
  ({ number, lastEntry }: Slots<{ number: number; lastEntry: number }>) =>
    query.update(shardFlush).set({ number, lastEntry }),
);

const selectEntries = prepareAll(({ lastEntry }: Slots<{ lastEntry: number }>) =>
  query
    .select({ views: journal.views, requests: journal.requests })
    .from(journal)
    .where(lte(journal.id, lastEntry)),
);

const addRequests = prepareWrite(
  ({ route, status, count }: Slots<{ [Field in keyof RequestCount]: RequestCount[Field] }>) =>
    query
      .insert(requestTotals)
      .values({ route, status, count })
      .onConflictDoUpdate({
        target: [requestTotals.route, requestTotals.status],
        set: { count: sql`${requestTotals.count} + ${count}` },
      }),
);

const deleteEntries = prepareWrite(({ lastEntry }: Slots<{ lastEntry: number }>) =>
  query.delete(journal).where(lte(journal.id, lastEntry)),
);

const closeFlush = prepareWrite(({ views }: Slots<{ views: number }>) =>
  query
    .update(shardFlush)
    .set({ lastEntry: null, viewsFlushed: sql`${shardFlush.viewsFlushed} + ${views}` }),
);

const selectWaitingRequests = prepareAll(() =>
  query.select({ requests: journal.requests }).from(journal),
);

const selectRequestTotals = prepareAll(() =>
  query
    .select({
      route: requestTotals.route,
      status: requestTotals.status,
      count: requestTotals.count,
    })
    .from(requestTotals),
);

const deleteIsolates = prepareWrite(({ silentSince }: Slots<{ silentSince: number }>) =>
  query.delete(isolates).where(lt(isolates.seenAt, silentSince)),
);
