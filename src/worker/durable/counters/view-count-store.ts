import { sumRequests } from '../../domain/metrics/sum-requests.ts';
import type { CounterTotals, RequestCount } from '../../domain/services.ts';
import type { HeardRow } from '../../db/schema/objects/counters.ts';
import type { ObjectDatabase } from '../object-database.ts';
import {
  countWaiting,
  forgetSilent,
  freeBatches,
  saveSilent,
  putBatch,
  selectBatches,
  selectHeard,
  selectLedger,
  selectRequests,
  selectSilent,
  updateLedger,
} from './view-count-rows.ts';
import {
  divideViews,
  FLUSH_PART_IMAGES,
  ROW_MAX_IMAGES,
  sumViews,
  type BegunFlush,
  type CountBatch,
} from './logic.ts';

/** An isolate silent for longer is forgotten with its last sequence number; none lives that long. */
export const ISOLATE_MEMORY_MS = 86_400_000;

const LIMITS = {
  /** They share a row of at most 2 MB. */
  isolates: 20_000,
  /** Characters of the waiting batches, which a flush reads at once. */
  waiting: 4_000_000,
  /** Images in the memory of the object, which share a row with those of one more batch. */
  held: 20_000,
};

/** Batches stay no longer in memory if others come. */
const HELD_MS = 9000;
/** Batches are held if another isolate has come since: nobody else would store those of an isolate that ended. */
const BUSY_MS = 5000;

interface Heard {
  readonly sequence: number;
  readonly seenAt: number;
}

/** With the batches since the last flush applied. */
interface Ledger {
  readonly number: number;
  readonly openBatches: number | null;
  readonly refused: readonly number[];
  readonly viewsFlushed: number;
  readonly requests: readonly RequestCount[];
  readonly main: string | null;
  readonly partImages: number;
  /** In the order of their last batches. */
  readonly isolates: Map<string, Heard>;
  readonly waiting: number;
}

interface Counts {
  readonly views: Map<number, number>;
  readonly requests: readonly RequestCount[];
}

interface Call {
  readonly isolateId: string;
  readonly at: number;
}

type HeldBatch = CountBatch & Pick<Heard, 'seenAt'>;

/**
 * The ledger of one counter shard, in its object's storage (docs/architecture.md, View counts). Invariants:
 *
 * - A batch counts once: its row names its isolate and sequence number. When a flush begins, it moves the last number
 *   of each isolate into the ledger, since later batches then overwrite the rows.
 * - Batches of several isolates share a row: a busy object holds them in memory. Each isolate keeps its batch until it is
 *   stored, and sends it again to have it stored; that, the age of the oldest, and a flush store all that are held.
 * - A flush writes the ledger at its begin and end. Flushes with even and odd numbers use different rows, so a batch that
 *   arrives during a flush overwrites none of it.
 * - Storage is bounded: isolates beyond the limit move to rows of their own, half of them together, and waiting batches
 *   beyond theirs are compacted into sums.
 * - A flush has a number and fixed contents. It repeats under that number until it is finished, so a receiver that
 *   remembers the number counts it once. Only views that the database refused wait for the next flush.
 */
export class ViewCountStore {
  readonly #db: ObjectDatabase;
  readonly #limits: typeof LIMITS;
  #ledger: Ledger | null = null;
  /** Characters of the batches since the last flush, compaction or start. */
  #characters = 0;
  /** By isolate, the oldest first. */
  readonly #held = new Map<string, HeldBatch>();
  #heldImages = 0;
  /** The last calls of two isolates, the later one last. */
  #calls: readonly Call[] = [];

  constructor(db: ObjectDatabase, limits = LIMITS) {
    this.#db = db;
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    const { waiting, openBatches } = this.#read();
    return waiting === 0 && openBatches === null && this.#held.size === 0;
  }

  get main(): string | null {
    return this.#read().main;
  }

  /** An open flush keeps its target. */
  set main(main: string | null) {
    const { main: present, openBatches } = this.#read();
    if (main !== present && openBatches === null) this.#write({ ...this.#read(), main });
  }

  /** Stores a batch with those that are held, unless it is stored. */
  add(batch: CountBatch, nowMs: number): boolean {
    this.#noteCall(batch.isolateId, nowMs);
    if (!this.#isNew(batch)) return false;
    this.#held.set(batch.isolateId, { ...batch, seenAt: nowMs });
    this.#storeHeld(nowMs);
    return true;
  }

  /** Whether the batch is stored; otherwise its isolate sends it to `add` later. */
  hold(batch: CountBatch, nowMs: number): boolean {
    const { isolateId, views } = batch;
    const isBusy = this.#calls.some(
      (call) => call.isolateId !== isolateId && nowMs - call.at < BUSY_MS,
    );
    if (!isBusy || !this.#isNew(batch)) {
      this.add(batch, nowMs);
      return true;
    }
    this.#noteCall(isolateId, nowMs);
    this.#held.set(isolateId, { ...batch, seenAt: nowMs });
    this.#heldImages += 1 + views.length;
    const [oldest] = this.#held.values();
    const isDue =
      nowMs - (oldest?.seenAt ?? nowMs) >= HELD_MS || this.#heldImages > this.#limits.held;
    if (isDue) this.#storeHeld(nowMs);
    return isDue;
  }

  #noteCall(isolateId: string, at: number): void {
    const others = this.#calls.filter((call) => call.isolateId !== isolateId);
    this.#calls = [...others.slice(-1), { isolateId, at }];
  }

  #isNew({ isolateId, sequence }: CountBatch): boolean {
    const last = this.#read().isolates.get(isolateId) ?? this.#db.run(selectSilent({ isolateId }));
    return last === null || last.sequence < sequence;
  }

  #storeHeld(nowMs: number): void {
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    this.#putRow(held, {
      views: sumViews(held.flatMap(({ views }) => views)),
      requests: sumRequests(held.flatMap(({ requests }) => requests)),
    });
    this.#held.clear();
    this.#heldImages = 0;
    if (this.#characters > this.#limits.waiting) this.#compact(nowMs);
  }

  /** Repeats an unfinished flush; null when there is nothing to flush. */
  beginFlush(nowMs: number): BegunFlush | null {
    this.#storeHeld(nowMs);
    const { number, openBatches, waiting, ...kept } = this.#read();
    if (openBatches === null) {
      if (waiting === 0) return null;
      this.#transact(() => {
        const isolates = this.#limitIsolates(nowMs);
        this.#write({
          ...kept,
          isolates,
          number: number + 1,
          openBatches: waiting,
          waiting: 0,
          partImages: FLUSH_PART_IMAGES,
        });
      });
      this.#characters = 0;
    }
    const { views } = this.#readOpen();
    const begun = this.#read();
    const parts = divideViews(views, new Set(begun.refused), begun.partImages);
    return { number: begun.number, parts };
  }

  /** Views of these images wait for the next flush. */
  defer(imageIds: ReadonlySet<number>): void {
    const { openBatches, refused } = this.#read();
    if (openBatches === null) return;
    const known = new Set(refused);
    const views = [...this.#readOpen().views].filter(
      ([imageId]) => imageIds.has(imageId) && !known.has(imageId),
    );
    this.#transact(() => {
      this.#putRow([], { views: new Map(views), requests: [] });
      const deferred = views.map(([imageId]) => imageId);
      this.#write({ ...this.#read(), refused: [...refused, ...deferred] });
    });
  }

  /** Frees the open flush's rows, and adds its request counts to the totals. */
  finishFlush(nowMs: number): void {
    const { openBatches, refused, main, ...kept } = this.#read();
    if (openBatches === null) return;
    const { views, requests } = this.#readOpen();
    for (const imageId of refused) views.delete(imageId);
    // The main shard counts forwarded views when they reach the database.
    const flushed = main === null ? [...views.values()].reduce((sum, count) => sum + count, 0) : 0;
    this.#transact(() => {
      this.#write({
        ...kept,
        main,
        isolates: this.#limitIsolates(nowMs),
        openBatches: null,
        refused: [],
        viewsFlushed: kept.viewsFlushed + flushed,
        requests: sumRequests([...kept.requests, ...requests]),
      });
    });
  }

  /** Without what is held: a restart would take it back, and a total that falls counts as one that began again. */
  readTotals(): CounterTotals & { readonly requests: readonly RequestCount[] } {
    const { number, openBatches, waiting, requests, viewsFlushed } = this.#read();
    const pending = [
      { parity: parityOf(number + 1), count: waiting },
      { parity: parityOf(number), count: openBatches ?? 0 },
    ].flatMap((batches) => this.#db.run(selectRequests(batches)).flatMap((row) => row.requests));
    return { requests: sumRequests([...requests, ...pending]), viewsFlushed };
  }

  #readOpen(): Counts {
    const { number, openBatches } = this.#read();
    return this.#readBatches(parityOf(number), openBatches ?? 0);
  }

  #readBatches(parity: number, count: number): Counts {
    const rows = this.#db.run(selectBatches({ parity, count }));
    return {
      views: sumViews(rows.flatMap((row) => row.views)),
      requests: rows.flatMap((row) => row.requests),
    };
  }

  /** Replaces all waiting batches by their sums; their isolates' last numbers go into the ledger. */
  #compact(nowMs: number): void {
    this.#transact(() => {
      const { number, waiting } = this.#read();
      const parity = parityOf(number + 1);
      const { views, requests } = this.#readBatches(parity, waiting);
      this.#db.run(freeBatches({ parity, number: number + 1 }));
      this.#write({ ...this.#read(), isolates: this.#limitIsolates(nowMs), waiting: 0 });
      const entries = [...views];
      for (let first = 0; first < entries.length; first += ROW_MAX_IMAGES) {
        const part = entries.slice(first, first + ROW_MAX_IMAGES);
        const summed = first === 0 ? sumRequests(requests) : [];
        this.#putRow([], { views: new Map(part), requests: summed });
      }
    });
    this.#characters = 0;
  }

  /** Returns the isolates for the ledger; moves others to rows, and forgets isolates silent for ISOLATE_MEMORY_MS. */
  #limitIsolates(nowMs: number): Map<string, Heard> {
    const since = nowMs - ISOLATE_MEMORY_MS;
    const known = [...this.#read().isolates];
    const firstHeard = known.findIndex(([, { seenAt }]) => seenAt >= since);
    const isolates = firstHeard === -1 ? [] : known.slice(firstHeard);
    if (isolates.length <= this.#limits.isolates) return new Map(isolates);
    this.#db.run(forgetSilent({ since }));
    const silent = isolates.splice(0, isolates.length - Math.ceil(this.#limits.isolates / 2));
    this.#db.run(saveSilent({ heard: describeHeard(silent) }));
    return new Map(isolates);
  }

  /** Rereads the ledger after a failure. */
  #transact(work: () => void): void {
    try {
      this.#db.transaction(work);
    } catch (error) {
      this.#ledger = null;
      throw error;
    }
  }

  #putRow(heard: readonly HeldBatch[], counts: Counts): void {
    const { number, waiting, isolates, ...kept } = this.#read();
    const row = {
      views: JSON.stringify([...counts.views]),
      requests: JSON.stringify(counts.requests),
      heard: describeHeard(heard.map((batch) => [batch.isolateId, batch])),
    };
    const position = { parity: parityOf(number + 1), position: waiting, number: number + 1 };
    this.#db.run(putBatch({ ...position, ...row }));
    for (const { isolateId, sequence, seenAt } of heard) {
      hear(isolates, [isolateId, sequence, seenAt]);
    }
    this.#characters += row.views.length + row.requests.length;
    this.#ledger = { ...kept, number, isolates, waiting: waiting + 1 };
  }

  /** Only this object writes the ledger, so one read suffices. */
  #read(): Ledger {
    if (this.#ledger !== null) return this.#ledger;
    const { isolates: known, ...row } = this.#db.run(selectLedger());
    const parity = parityOf(row.number + 1);
    const { count } = this.#db.run(countWaiting({ parity, number: row.number + 1 }));
    const isolates = new Map(
      known.map(([isolateId, sequence, seenAt]) => [isolateId, { sequence, seenAt }]),
    );
    for (const { heard } of this.#db.run(selectHeard({ parity, count }))) {
      for (const isolate of heard) hear(isolates, isolate);
    }
    this.#ledger = { ...row, isolates, waiting: count };
    return this.#ledger;
  }

  #write(changed: Ledger): void {
    const { waiting: _, isolates, refused, requests, ...row } = changed;
    this.#db.run(
      updateLedger({
        ...row,
        refused: JSON.stringify(refused),
        requests: JSON.stringify(requests),
        isolates: describeHeard([...isolates]),
      }),
    );
    this.#ledger = changed;
  }
}

function parityOf(number: number): number {
  return number % 2;
}

function hear(isolates: Map<string, Heard>, [isolateId, sequence, seenAt]: HeardRow): void {
  isolates.delete(isolateId);
  isolates.set(isolateId, { sequence, seenAt });
}

function describeHeard(isolates: readonly (readonly [isolateId: string, heard: Heard])[]): string {
  return JSON.stringify(isolates.map(([id, { sequence, seenAt }]) => [id, sequence, seenAt]));
}
