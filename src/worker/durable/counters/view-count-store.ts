import { sumRequests } from '../../domain/metrics/sum-requests.ts';
import type { CounterTotals, RequestCount } from '../../domain/services.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { HeldBatches, type HeldBatch } from './held-batches.ts';
import { Ledger, type Counts } from './ledger.ts';
import {
  divideViews,
  FLUSH_PART_IMAGES,
  ROW_MAX_IMAGES,
  sumViews,
  type BegunFlush,
  type CountBatch,
} from './logic.ts';

const LIMITS = {
  /** They share a row of at most 2 MB. */
  isolates: 20_000,
  /** Characters of the waiting batches, which a flush reads at once. */
  waiting: 4_000_000,
  /** Images in the memory of the object, which share a row with those of one more batch. */
  held: 20_000,
};

/**
 * The counts of one counter shard, in its object's storage (docs/architecture.md, View counts). Invariants:
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
  readonly #ledger: Ledger;
  readonly #held: HeldBatches;
  readonly #maxWaiting: number;
  /** Characters of the batches since the last flush, compaction or start. */
  #characters = 0;

  constructor(db: ObjectDatabase, limits = LIMITS) {
    this.#ledger = new Ledger(db, limits.isolates);
    this.#held = new HeldBatches(limits.held);
    this.#maxWaiting = limits.waiting;
  }

  get isEmpty(): boolean {
    const { waiting, openBatches } = this.#ledger.read();
    return waiting === 0 && openBatches === null && this.#held.isEmpty;
  }

  get main(): string | null {
    return this.#ledger.read().main;
  }

  /** An open flush keeps its target. */
  set main(main: string | null) {
    const ledger = this.#ledger.read();
    if (main !== ledger.main && ledger.openBatches === null)
      this.#ledger.write({ ...ledger, main });
  }

  /** Stores a batch with those that are held, unless it is stored. */
  add(batch: CountBatch, nowMs: number): boolean {
    this.#held.noteCall(batch.isolateId, nowMs);
    if (!this.#ledger.isNew(batch)) return false;
    this.#held.keep(batch, nowMs);
    this.#storeHeld(nowMs);
    return true;
  }

  /** Whether the batch is stored; otherwise its isolate sends it to `add` later. */
  hold(batch: CountBatch, nowMs: number): boolean {
    if (!this.#held.isBusy(batch.isolateId, nowMs) || !this.#ledger.isNew(batch)) {
      this.add(batch, nowMs);
      return true;
    }
    this.#held.noteCall(batch.isolateId, nowMs);
    this.#held.keep(batch, nowMs);
    const isDue = this.#held.isDue(nowMs);
    if (isDue) this.#storeHeld(nowMs);
    return isDue;
  }

  #storeHeld(nowMs: number): void {
    if (this.#held.isEmpty) return;
    const held = this.#held.list();
    this.#putRow(held, {
      views: sumViews(held.flatMap(({ views }) => views)),
      requests: sumRequests(held.flatMap(({ requests }) => requests)),
    });
    this.#held.clear();
    if (this.#characters > this.#maxWaiting) this.#compact(nowMs);
  }

  /** Repeats an unfinished flush; null when there is nothing to flush. */
  beginFlush(nowMs: number): BegunFlush | null {
    this.#storeHeld(nowMs);
    const { number, openBatches, waiting, ...kept } = this.#ledger.read();
    if (openBatches === null) {
      if (waiting === 0) return null;
      this.#ledger.transact(() => {
        const isolates = this.#ledger.limitIsolates(nowMs);
        this.#ledger.write({
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
    const { views } = this.#ledger.readOpen();
    const begun = this.#ledger.read();
    const parts = divideViews(views, new Set(begun.refused), begun.partImages);
    return { number: begun.number, parts };
  }

  /** Views of these images wait for the next flush. */
  defer(imageIds: ReadonlySet<number>): void {
    const { openBatches, refused } = this.#ledger.read();
    if (openBatches === null) return;
    const known = new Set(refused);
    const views = [...this.#ledger.readOpen().views].filter(
      ([imageId]) => imageIds.has(imageId) && !known.has(imageId),
    );
    this.#ledger.transact(() => {
      this.#putRow([], { views: new Map(views), requests: [] });
      const deferred = views.map(([imageId]) => imageId);
      this.#ledger.write({ ...this.#ledger.read(), refused: [...refused, ...deferred] });
    });
  }

  /** Frees the open flush's rows, and adds its request counts to the totals. */
  finishFlush(nowMs: number): void {
    const { openBatches, refused, main, ...kept } = this.#ledger.read();
    if (openBatches === null) return;
    const { views, requests } = this.#ledger.readOpen();
    for (const imageId of refused) views.delete(imageId);
    // The main shard counts forwarded views when they reach the database.
    const flushed = main === null ? [...views.values()].reduce((sum, count) => sum + count, 0) : 0;
    this.#ledger.transact(() => {
      this.#ledger.write({
        ...kept,
        main,
        isolates: this.#ledger.limitIsolates(nowMs),
        openBatches: null,
        refused: [],
        viewsFlushed: kept.viewsFlushed + flushed,
        requests: sumRequests([...kept.requests, ...requests]),
      });
    });
  }

  /** Without what is held: a restart would take it back, and a total that falls counts as one that began again. */
  readTotals(): CounterTotals & { readonly requests: readonly RequestCount[] } {
    const { requests, viewsFlushed } = this.#ledger.read();
    return { requests: sumRequests([...requests, ...this.#ledger.listRequests()]), viewsFlushed };
  }

  /** Replaces all waiting batches by their sums; their isolates' last numbers go into the ledger. */
  #compact(nowMs: number): void {
    this.#ledger.transact(() => {
      const { views, requests } = this.#ledger.takeWaiting(nowMs);
      const entries = [...views];
      // Also without views, for the requests.
      for (let first = 0; first === 0 || first < entries.length; first += ROW_MAX_IMAGES) {
        const part = entries.slice(first, first + ROW_MAX_IMAGES);
        const summed = first === 0 ? sumRequests(requests) : [];
        this.#putRow([], { views: new Map(part), requests: summed });
      }
    });
    this.#characters = 0;
  }

  #putRow(heard: readonly HeldBatch[], counts: Counts): void {
    this.#characters += this.#ledger.putRow(heard, counts);
  }
}
