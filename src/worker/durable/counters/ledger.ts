import type { HeardRow } from '../../db/schema/objects/counters.ts';
import type { RequestCount } from '../../domain/services.ts';
import type { ObjectDatabase } from '../object-database.ts';
import { sumViews, type CountBatch } from './logic.ts';
import {
  countWaiting,
  forgetSilent,
  freeBatches,
  putBatch,
  saveSilent,
  selectBatches,
  selectHeard,
  selectLedger,
  selectRequests,
  selectSilent,
  updateLedger,
} from './view-count-rows.ts';

/** An isolate silent for longer is forgotten with its last sequence number; none lives that long. */
export const ISOLATE_MEMORY_MS = 86_400_000;

interface Heard {
  readonly sequence: number;
  readonly seenAt: number;
}

/** With the batches since the last flush applied. */
export interface LedgerState {
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

export interface Counts {
  readonly views: Map<number, number>;
  readonly requests: readonly RequestCount[];
}

/** The ledger's row and the rows of batches, those of even and odd flushes apart. */
export class Ledger {
  readonly #db: ObjectDatabase;
  readonly #maxIsolates: number;
  #state: LedgerState | null = null;

  /** `maxIsolates` share a row of at most 2 MB. */
  constructor(db: ObjectDatabase, maxIsolates: number) {
    this.#db = db;
    this.#maxIsolates = maxIsolates;
  }

  /** Only this object writes the ledger, so one read suffices. */
  read(): LedgerState {
    if (this.#state !== null) return this.#state;
    const { isolates: known, ...row } = this.#db.run(selectLedger());
    const parity = parityOf(row.number + 1);
    const { count } = this.#db.run(countWaiting({ parity, number: row.number + 1 }));
    const isolates = new Map(
      known.map(([isolateId, sequence, seenAt]) => [isolateId, { sequence, seenAt }]),
    );
    for (const { heard } of this.#db.run(selectHeard({ parity, count }))) {
      for (const isolate of heard) hear(isolates, isolate);
    }
    this.#state = { ...row, isolates, waiting: count };
    return this.#state;
  }

  write(changed: LedgerState): void {
    const { waiting: _, isolates, refused, requests, ...row } = changed;
    this.#db.run(
      updateLedger({
        ...row,
        refused: JSON.stringify(refused),
        requests: JSON.stringify(requests),
        isolates: describeHeard([...isolates]),
      }),
    );
    this.#state = changed;
  }

  /** Rereads the ledger after a failure. */
  transact(work: () => void): void {
    try {
      this.#db.transaction(work);
    } catch (error) {
      this.#state = null;
      throw error;
    }
  }

  isNew({ isolateId, sequence }: CountBatch): boolean {
    const last = this.read().isolates.get(isolateId) ?? this.#db.run(selectSilent({ isolateId }));
    return last === null || last.sequence < sequence;
  }

  /** Adds a waiting row with the counts of the batches of `heard`. Returns its characters. */
  putRow(heard: readonly (CountBatch & Heard)[], counts: Counts): number {
    const { number, waiting, isolates, ...kept } = this.read();
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
    this.#state = { ...kept, number, isolates, waiting: waiting + 1 };
    return row.views.length + row.requests.length;
  }

  readOpen(): Counts {
    const { number, openBatches } = this.read();
    return this.#readCounts(parityOf(number), openBatches ?? 0);
  }

  /** Frees the waiting rows too: the caller puts their sums. Returns their counts. */
  takeWaiting(nowMs: number): Counts {
    const { number, waiting } = this.read();
    const parity = parityOf(number + 1);
    const counts = this.#readCounts(parity, waiting);
    this.#db.run(freeBatches({ parity, number: number + 1 }));
    this.write({ ...this.read(), isolates: this.limitIsolates(nowMs), waiting: 0 });
    return counts;
  }

  /** Of waiting rows and of those of an open flush. */
  listRequests(): RequestCount[] {
    const { number, openBatches, waiting } = this.read();
    return [
      { parity: parityOf(number + 1), count: waiting },
      { parity: parityOf(number), count: openBatches ?? 0 },
    ].flatMap((batches) => this.#db.run(selectRequests(batches)).flatMap((row) => row.requests));
  }

  /** Returns the isolates for the ledger; moves others to rows, and forgets isolates silent for ISOLATE_MEMORY_MS. */
  limitIsolates(nowMs: number): Map<string, Heard> {
    const since = nowMs - ISOLATE_MEMORY_MS;
    const known = [...this.read().isolates];
    const firstHeard = known.findIndex(([, { seenAt }]) => seenAt >= since);
    const isolates = firstHeard === -1 ? [] : known.slice(firstHeard);
    if (isolates.length <= this.#maxIsolates) return new Map(isolates);
    this.#db.run(forgetSilent({ since }));
    const silent = isolates.splice(0, isolates.length - Math.ceil(this.#maxIsolates / 2));
    this.#db.run(saveSilent({ heard: describeHeard(silent) }));
    return new Map(isolates);
  }

  #readCounts(parity: number, count: number): Counts {
    const rows = this.#db.run(selectBatches({ parity, count }));
    return {
      views: sumViews(rows.flatMap((row) => row.views)),
      requests: rows.flatMap((row) => row.requests),
    };
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
