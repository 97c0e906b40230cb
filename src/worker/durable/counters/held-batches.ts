import type { CountBatch } from './logic.ts';

/** Batches stay no longer in memory if others come. */
const HELD_MS = 9000;
/** Batches are held if another isolate has come since: nobody else would store those of an isolate that ended. */
const BUSY_MS = 5000;

export type HeldBatch = CountBatch & { readonly seenAt: number };

interface Call {
  readonly isolateId: string;
  readonly at: number;
}

/** Batches in the memory of a counter object, one an isolate, until they are stored together. */
export class HeldBatches {
  readonly #maxImages: number;
  /** By isolate, the oldest first. */
  readonly #batches = new Map<string, HeldBatch>();
  #images = 0;
  /** The last calls of two isolates, the later one last. */
  #calls: readonly Call[] = [];

  constructor(maxImages: number) {
    this.#maxImages = maxImages;
  }

  get isEmpty(): boolean {
    return this.#batches.size === 0;
  }

  noteCall(isolateId: string, at: number): void {
    const others = this.#calls.filter((call) => call.isolateId !== isolateId);
    this.#calls = [...others.slice(-1), { isolateId, at }];
  }

  /** Whether another isolate has called shortly before, and so may again. */
  isBusy(isolateId: string, nowMs: number): boolean {
    return this.#calls.some((call) => call.isolateId !== isolateId && nowMs - call.at < BUSY_MS);
  }

  keep(batch: CountBatch, nowMs: number): void {
    this.#batches.set(batch.isolateId, { ...batch, seenAt: nowMs });
    this.#images += 1 + batch.views.length;
  }

  /** Whether the oldest has been held for long, or all together have too many images for a row. */
  isDue(nowMs: number): boolean {
    const [oldest] = this.#batches.values();
    return nowMs - (oldest?.seenAt ?? nowMs) >= HELD_MS || this.#images > this.#maxImages;
  }

  list(): HeldBatch[] {
    return [...this.#batches.values()];
  }

  clear(): void {
    this.#batches.clear();
    this.#images = 0;
  }
}
