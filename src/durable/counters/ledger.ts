import { and, asc, eq, lt, ne, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { batches, books } from '../../db/schema/objects/counters.ts';
import { prepareAll, prepareOne, prepareWrite, type Slots } from '../../db/statement.ts';
import type { CounterTotals, RequestCount } from '../../domain/services.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { divideViews, sumRequests, sumViews, type BegunFlush, type CountBatch } from './logic.ts';

/** How long an isolate may be silent before its last sequence number is forgotten. No isolate lives that long. */
export const ISOLATE_MEMORY_MS = 86_400_000;
/** Isolates that the books have room for (a row may have 2 MB); those that were silent for longest are forgotten. */
const MAX_ISOLATES = 20_000;

interface Heard {
  readonly sequence: number;
  readonly seenAt: number;
}

/** The row of the books, and what of it the batches of the next flush have changed. */
interface Books {
  readonly number: number;
  readonly openBatches: number | null;
  readonly refused: readonly number[];
  readonly viewsFlushed: number;
  readonly requests: readonly RequestCount[];
  readonly main: string | null;
  /** Who was heard last comes last. */
  readonly isolates: Map<string, Heard>;
  /** Batches that wait for the next flush. */
  readonly waiting: number;
}

/**
 * The books of one counter shard, in its object's storage. What they keep true:
 *
 * - A batch is taken once: its row names its isolate and sequence number, and a flush, which lets later batches take
 *   the place of earlier ones, moves the last number of each isolate into the books as it begins.
 * - A batch is one row written, however many images it names, and nothing is ever deleted: a flush writes the books
 *   when it begins and when it is finished, and after that its batches' places are free. Flushes with even and odd
 *   numbers have places of their own, so that batches that come while one is open take nothing away from it.
 * - A flush has a number, and its contents are fixed when it begins: the batches of that number. It is begun again
 *   with the same number and contents until it is finished, so whoever remembers the number counts it once. Only
 *   views that the database refuses, and therefore has not counted, are set aside for the next one.
 */
export class CountLedger {
  readonly #db: ObjectDatabase;
  #books: Books | null = null;

  constructor(db: ObjectDatabase) {
    this.#db = db;
  }

  get isEmpty(): boolean {
    const { waiting, openBatches } = this.#read();
    return waiting === 0 && openBatches === null;
  }

  /** The object that takes the sums of this one; null when they go to the database. */
  get main(): string | null {
    return this.#read().main;
  }

  /** A flush that is open goes where it began to go. */
  set main(main: string | null) {
    const { main: present, openBatches } = this.#read();
    if (main !== present && openBatches === null) this.#write({ ...this.#read(), main });
  }

  /** Takes a batch; returns false when it was taken before. */
  add({ isolateId, sequence, views, requests }: CountBatch, nowMs: number): boolean {
    const last = this.#read().isolates.get(isolateId);
    if (last !== undefined && last.sequence >= sequence) return false;
    this.#putBatch({ isolateId, sequence, seenAt: nowMs, views, requests });
    return true;
  }

  /** Begins a flush, or the one that was not finished again; returns null when there is nothing to flush. */
  beginFlush(nowMs: number): BegunFlush | null {
    const { number, openBatches, waiting, isolates, ...kept } = this.#read();
    if (openBatches === null) {
      if (waiting === 0) return null;
      forgetSilent(isolates, nowMs);
      this.#write({ ...kept, isolates, number: number + 1, openBatches: waiting, waiting: 0 });
    }
    const { views } = this.#readOpen();
    const begun = this.#read();
    return { number: begun.number, parts: divideViews(views, new Set(begun.refused)) };
  }

  /** Takes the views of some images out of the open flush; they wait for the next one. */
  setAside(imageIds: ReadonlySet<number>): void {
    const { openBatches, refused } = this.#read();
    if (openBatches === null) return;
    const known = new Set(refused);
    const views = [...this.#readOpen().views].filter(
      ([imageId]) => imageIds.has(imageId) && !known.has(imageId),
    );
    try {
      this.#db.transaction(() => {
        this.#putBatch({ isolateId: '', sequence: 0, seenAt: 0, views, requests: [] });
        const aside = views.map(([imageId]) => imageId);
        this.#write({ ...this.#read(), refused: [...refused, ...aside] });
      });
    } catch (error) {
      this.#books = null;
      throw error;
    }
  }

  /** Frees the places of what the open flush carried away, and adds its request counts to the totals. */
  finishFlush(): void {
    const { openBatches, refused, main, ...kept } = this.#read();
    if (openBatches === null) return;
    const { views, requests } = this.#readOpen();
    for (const imageId of refused) views.delete(imageId);
    // What goes to another object is counted there when it reaches the database.
    const flushed = main === null ? [...views.values()].reduce((sum, count) => sum + count, 0) : 0;
    this.#write({
      ...kept,
      main,
      openBatches: null,
      refused: [],
      viewsFlushed: kept.viewsFlushed + flushed,
      requests: sumRequests([...kept.requests, ...requests]),
    });
  }

  /** Returns every request counted so far, and the views that flushes have carried away. */
  readTotals(): CounterTotals & { readonly requests: readonly RequestCount[] } {
    const { number, waiting, requests, viewsFlushed } = this.#read();
    const rows = this.#db.run(selectBatches({ turn: turnOf(number + 1), count: waiting }));
    const pending = [...rows.flatMap((row) => row.requests), ...this.#readOpen().requests];
    return { requests: sumRequests([...requests, ...pending]), viewsFlushed };
  }

  #readOpen(): { views: Map<number, number>; requests: readonly RequestCount[] } {
    const { number, openBatches } = this.#read();
    const rows = this.#db.run(selectBatches({ turn: turnOf(number), count: openBatches ?? 0 }));
    return {
      views: sumViews(rows.flatMap((row) => row.views)),
      requests: rows.flatMap((row) => row.requests),
    };
  }

  #putBatch(batch: CountBatch & Pick<Heard, 'seenAt'>): void {
    const { isolateId, sequence, seenAt } = batch;
    const { number, waiting, isolates, ...kept } = this.#read();
    const views = JSON.stringify(batch.views);
    const requests = JSON.stringify(batch.requests);
    const place = { turn: turnOf(number + 1), position: waiting, number: number + 1 };
    this.#db.run(putBatch({ ...place, isolateId, sequence, seenAt, views, requests }));
    hear(isolates, { isolateId, sequence, seenAt });
    this.#books = { ...kept, number, isolates, waiting: waiting + 1 };
  }

  /** The object is the only one to write them, so they are read once. */
  #read(): Books {
    if (this.#books !== null) return this.#books;
    const { isolates: known, ...row } = this.#db.run(selectBooks());
    const turn = turnOf(row.number + 1);
    const { count } = this.#db.run(countWaiting({ turn, number: row.number + 1 }));
    const isolates = new Map(
      known.map(([isolateId, sequence, seenAt]) => [isolateId, { sequence, seenAt }]),
    );
    for (const heard of this.#db.run(selectSequences({ turn, count }))) hear(isolates, heard);
    this.#books = { ...row, isolates, waiting: count };
    return this.#books;
  }

  #write(changed: Books): void {
    const { waiting: _, isolates, refused, requests, ...row } = changed;
    const known = [...isolates].map(([id, { sequence, seenAt }]) => [id, sequence, seenAt]);
    this.#db.run(
      updateBooks({
        ...row,
        refused: JSON.stringify(refused),
        requests: JSON.stringify(requests),
        isolates: JSON.stringify(known),
      }),
    );
    this.#books = changed;
  }
}

function turnOf(number: number): number {
  return number % 2;
}

function hear(
  isolates: Map<string, Heard>,
  { isolateId, sequence, seenAt }: Heard & { readonly isolateId: string },
): void {
  // Views that were set aside come from no isolate.
  if (isolateId === '') return;
  isolates.delete(isolateId);
  isolates.set(isolateId, { sequence, seenAt });
}

function forgetSilent(isolates: Map<string, Heard>, nowMs: number): void {
  for (const [isolateId, { seenAt }] of isolates) {
    if (isolates.size <= MAX_ISOLATES && seenAt >= nowMs - ISOLATE_MEMORY_MS) return;
    isolates.delete(isolateId);
  }
}

const selectBooks = prepareOne(() =>
  query
    .select({
      number: books.number,
      openBatches: books.openBatches,
      refused: books.refused,
      viewsFlushed: books.viewsFlushed,
      requests: books.requests,
      isolates: books.isolates,
      main: books.main,
    })
    .from(books),
);

const updateBooks = prepareWrite(
  ({
    number,
    openBatches,
    refused,
    viewsFlushed,
    requests,
    isolates,
    main,
  }: Slots<{
    number: number;
    openBatches: number | null;
    refused: string;
    viewsFlushed: number;
    requests: string;
    isolates: string;
    main: string | null;
  }>) =>
    query
      .update(books)
      .set({ number, openBatches, refused, viewsFlushed, requests, isolates, main }),
);

/** Counts the batches of a turn that have a number: they stand first, and the first of another number ends them. */
const countWaiting = prepareOne(({ turn, number }: Slots<{ turn: number; number: number }>) => {
  const other = query
    .select({ position: batches.position })
    .from(batches)
    .where(and(eq(batches.turn, turn), ne(batches.number, number)))
    .orderBy(asc(batches.position))
    .limit(1);
  const end = query
    .select({ end: sql`max(${batches.position}) + 1` })
    .from(batches)
    .where(eq(batches.turn, turn));
  return sql<{ count: number }>`SELECT coalesce((${other}), (${end}), 0) AS count`;
});

const selectSequences = prepareAll(({ turn, count }: Slots<{ turn: number; count: number }>) =>
  query
    .select({
      isolateId: batches.isolateId,
      sequence: batches.sequence,
      seenAt: batches.seenAt,
    })
    .from(batches)
    .where(and(eq(batches.turn, turn), lt(batches.position, count)))
    .orderBy(asc(batches.position)),
);

const selectBatches = prepareAll(({ turn, count }: Slots<{ turn: number; count: number }>) =>
  query
    .select({ views: batches.views, requests: batches.requests })
    .from(batches)
    .where(and(eq(batches.turn, turn), lt(batches.position, count))),
);

const putBatch = prepareWrite(
  ({
    turn,
    position,
    number,
    isolateId,
    sequence,
    seenAt,
    views,
    requests,
  }: Slots<{
    turn: number;
    position: number;
    number: number;
    isolateId: string;
    sequence: number;
    seenAt: number;
    views: string;
    requests: string;
  }>) => {
    const batch = { number, isolateId, sequence, seenAt, views, requests };
    return query
      .insert(batches)
      .values({ turn, position, ...batch })
      .onConflictDoUpdate({ target: [batches.turn, batches.position], set: batch });
  },
);
