import { and, asc, eq, lt, ne, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { batches, books, isolates as silentIsolates } from '../../db/schema/objects/counters.ts';
import {
  prepareAll,
  prepareFirst,
  prepareOne,
  prepareWrite,
  type Slots,
} from '../../db/statement.ts';
import type { CounterTotals, RequestCount } from '../../domain/services.ts';
import type { ObjectDatabase } from '../object-database.ts';
import {
  divideViews,
  PART_MAX_IMAGES,
  sumRequests,
  sumViews,
  type BegunFlush,
  type CountBatch,
} from './logic.ts';

/** How long an isolate may be silent before its last sequence number is forgotten. No isolate lives that long. */
export const ISOLATE_MEMORY_MS = 86_400_000;

/** What the books have room for, unless told otherwise. */
const ROOM = {
  /** A row may have 2 MB. */
  isolates: 20_000,
  /** Characters of the batches that wait: their flush reads them all at once. */
  waiting: 4_000_000,
};

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

interface Counts {
  readonly views: Map<number, number>;
  readonly requests: readonly RequestCount[];
}

/** Views that were set aside, and sums. */
const OF_NO_ISOLATE = { isolateId: '', sequence: 0, seenAt: 0 };
/** The number of batches whose counts stand elsewhere. */
const NO_FLUSH = 0;

/**
 * The books of one counter shard, in its object's storage. What they keep true:
 *
 * - A batch is taken once: its row names its isolate and sequence number, and a flush, which lets later batches take
 *   the place of earlier ones, moves the last number of each isolate into the books as it begins.
 * - A batch is one row written, however many images it names: a flush writes the books when it begins and when it is
 *   finished, and after that its batches' places are free. Flushes with even and odd numbers have places of their own,
 *   so that batches that come while one is open take nothing away from it.
 * - What is held stays small, however many isolates there are and however long the database is away: isolates that the
 *   books have no room for get rows of their own, half of them at once, and batches that grow too large while they wait
 *   are folded into their sums.
 * - A flush has a number, and its contents are fixed when it begins: the batches of that number. It is begun again
 *   with the same number and contents until it is finished, so whoever remembers the number counts it once. Only
 *   views that the database refuses, and therefore has not counted, are set aside for the next one.
 */
export class CountLedger {
  readonly #db: ObjectDatabase;
  readonly #room: typeof ROOM;
  #books: Books | null = null;
  /** Characters of the batches that have come since the last flush, folding or waking. */
  #characters = 0;

  constructor(db: ObjectDatabase, room = ROOM) {
    this.#db = db;
    this.#room = room;
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
    const last = this.#read().isolates.get(isolateId) ?? this.#db.run(selectSilent({ isolateId }));
    if (last !== null && last.sequence >= sequence) return false;
    this.#putBatch({ isolateId, sequence, seenAt: nowMs, views, requests });
    if (this.#characters > this.#room.waiting) this.#fold(nowMs);
    return true;
  }

  /** Begins a flush, or the one that was not finished again; returns null when there is nothing to flush. */
  beginFlush(nowMs: number): BegunFlush | null {
    const { number, openBatches, waiting, ...kept } = this.#read();
    if (openBatches === null) {
      if (waiting === 0) return null;
      this.#transact(() => {
        const isolates = this.#makeRoom(nowMs);
        this.#write({ ...kept, isolates, number: number + 1, openBatches: waiting, waiting: 0 });
      });
      this.#characters = 0;
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
    this.#transact(() => {
      this.#putBatch({ ...OF_NO_ISOLATE, views, requests: [] });
      const aside = views.map(([imageId]) => imageId);
      this.#write({ ...this.#read(), refused: [...refused, ...aside] });
    });
  }

  /** Frees the places of what the open flush carried away, and adds its request counts to the totals. */
  finishFlush(nowMs: number): void {
    const { openBatches, refused, main, ...kept } = this.#read();
    if (openBatches === null) return;
    const { views, requests } = this.#readOpen();
    for (const imageId of refused) views.delete(imageId);
    // What goes to another object is counted there when it reaches the database.
    const flushed = main === null ? [...views.values()].reduce((sum, count) => sum + count, 0) : 0;
    this.#transact(() => {
      this.#write({
        ...kept,
        main,
        isolates: this.#makeRoom(nowMs),
        openBatches: null,
        refused: [],
        viewsFlushed: kept.viewsFlushed + flushed,
        requests: sumRequests([...kept.requests, ...requests]),
      });
    });
  }

  /** Returns every request counted so far, and the views that flushes have carried away. */
  readTotals(): CounterTotals & { readonly requests: readonly RequestCount[] } {
    const { number, openBatches, waiting, requests, viewsFlushed } = this.#read();
    const pending = [
      { turn: turnOf(number + 1), count: waiting },
      { turn: turnOf(number), count: openBatches ?? 0 },
    ].flatMap((held) => this.#db.run(selectRequests(held)).flatMap((row) => row.requests));
    return { requests: sumRequests([...requests, ...pending]), viewsFlushed };
  }

  #readOpen(): Counts {
    const { number, openBatches } = this.#read();
    return this.#readBatches(turnOf(number), openBatches ?? 0);
  }

  #readBatches(turn: number, count: number): Counts {
    const rows = this.#db.run(selectBatches({ turn, count }));
    return {
      views: sumViews(rows.flatMap((row) => row.views)),
      requests: rows.flatMap((row) => row.requests),
    };
  }

  /** Puts the sums of all batches that wait into their places; what is known of their isolates goes into the books. */
  #fold(nowMs: number): void {
    this.#transact(() => {
      const { number, waiting } = this.#read();
      const turn = turnOf(number + 1);
      const { views, requests } = this.#readBatches(turn, waiting);
      this.#db.run(freeBatches({ turn, number: number + 1 }));
      this.#write({ ...this.#read(), isolates: this.#makeRoom(nowMs), waiting: 0 });
      const entries = [...views];
      for (let first = 0; first < entries.length; first += PART_MAX_IMAGES) {
        const part = entries.slice(first, first + PART_MAX_IMAGES);
        const summed = first === 0 ? sumRequests(requests) : [];
        this.#putBatch({ ...OF_NO_ISOLATE, views: part, requests: summed });
      }
    });
    this.#characters = 0;
  }

  /** Those that the books are to know; gives others rows of their own, and forgets who was silent for too long. */
  #makeRoom(nowMs: number): Map<string, Heard> {
    const since = nowMs - ISOLATE_MEMORY_MS;
    const known = [...this.#read().isolates];
    const firstHeard = known.findIndex(([, { seenAt }]) => seenAt >= since);
    const isolates = firstHeard === -1 ? [] : known.slice(firstHeard);
    if (isolates.length <= this.#room.isolates) return new Map(isolates);
    this.#db.run(forgetSilent({ since }));
    const silent = isolates.splice(0, isolates.length - Math.ceil(this.#room.isolates / 2));
    this.#db.run(keepSilent({ heard: describeHeard(silent) }));
    return new Map(isolates);
  }

  /** Runs writes as one, and reads the books anew when they fail. */
  #transact(work: () => void): void {
    try {
      this.#db.transaction(work);
    } catch (error) {
      this.#books = null;
      throw error;
    }
  }

  #putBatch(batch: CountBatch & Pick<Heard, 'seenAt'>): void {
    const { isolateId, sequence, seenAt } = batch;
    const { number, waiting, isolates, ...kept } = this.#read();
    const views = JSON.stringify(batch.views);
    const requests = JSON.stringify(batch.requests);
    const place = { turn: turnOf(number + 1), position: waiting, number: number + 1 };
    this.#db.run(putBatch({ ...place, isolateId, sequence, seenAt, views, requests }));
    hear(isolates, { isolateId, sequence, seenAt });
    this.#characters += views.length + requests.length;
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
    this.#db.run(
      updateBooks({
        ...row,
        refused: JSON.stringify(refused),
        requests: JSON.stringify(requests),
        isolates: describeHeard([...isolates]),
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
  if (isolateId === OF_NO_ISOLATE.isolateId) return;
  isolates.delete(isolateId);
  isolates.set(isolateId, { sequence, seenAt });
}

function describeHeard(isolates: readonly (readonly [isolateId: string, heard: Heard])[]): string {
  return JSON.stringify(isolates.map(([id, { sequence, seenAt }]) => [id, sequence, seenAt]));
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

const selectRequests = prepareAll(({ turn, count }: Slots<{ turn: number; count: number }>) =>
  query
    .select({ requests: batches.requests })
    .from(batches)
    .where(and(eq(batches.turn, turn), lt(batches.position, count))),
);

const freeBatches = prepareWrite(({ turn, number }: Slots<{ turn: number; number: number }>) =>
  query
    .update(batches)
    .set({ number: NO_FLUSH })
    .where(and(eq(batches.turn, turn), eq(batches.number, number))),
);

const selectSilent = prepareFirst(({ isolateId }: Slots<{ isolateId: string }>) =>
  query
    .select({ sequence: silentIsolates.sequence })
    .from(silentIsolates)
    .where(eq(silentIsolates.isolateId, isolateId)),
);

const keepSilent = prepareWrite(({ heard }: Slots<{ heard: string }>) => {
  const value = (index: number) => sql`json_extract(value, ${sql.raw(`'$[${index}]'`)})`;
  const row = { isolateId: value(0), sequence: value(1), seenAt: value(2) };
  const entries = sql`FROM json_each(${heard}) WHERE true`;
  const { sequence, seenAt } = silentIsolates;
  return sql`${insertFrom(silentIsolates, row, entries)} ON CONFLICT DO UPDATE SET ${sql.identifier(sequence.name)} = excluded.sequence, ${sql.identifier(seenAt.name)} = excluded.seen_at`;
});

const forgetSilent = prepareWrite(({ since }: Slots<{ since: number }>) =>
  query.delete(silentIsolates).where(lt(silentIsolates.seenAt, since)),
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
