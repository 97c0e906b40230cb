/**
 * Who waits for which transformation: single flight, places and what is held in memory. It stores nothing.
 *
 *   job      queued → running → made (held while somebody reads it) | failed | busy
 *
 * - All who ask for a key that is queued, running or held share its job.
 * - `concurrent` jobs run, `queuedKeys` wait in the order of arrival, the next key is refused.
 * - A job that nobody waits for any more is forgotten unless it runs; then it may end, and its result is dropped.
 * - A result is there once, however many read it, and goes with the last of them. No job starts while the results of all
 *   objects in the isolate hold more than `heldMaxBytes` less one of the largest, and a result that would exceed it is not
 *   kept: who waits is told to come back.
 * - A job that does not end gives its place back after `leaseMs`.
 * - Who waits is told to come back after `waitMs`, and is cut off when it does not ask for `idleMs`.
 * - Who reads is judged by its rate alone: below `minBytesPerSecond` from its start it is cut off, after `idleMs` at the
 *   earliest, so that nobody reads for longer than the rate allows. While somebody queues and only memory is lacking, the
 *   results that have been held for `pressedMs` go, that of the slowest reader first; of several readers the quickest counts.
 */

import type { HeldBytes } from './held-bytes.ts';

export interface DeskRules {
  readonly concurrent: number;
  readonly queuedKeys: number;
  readonly resultMaxBytes: number;
  readonly heldMaxBytes: number;
  readonly waitMs: number;
  readonly leaseMs: number;
  readonly idleMs: number;
  readonly minBytesPerSecond: number;
  readonly pressedMs: number;
}

export type DeskOutcome<Made, Fault> =
  | { readonly outcome: 'made'; readonly made: Made }
  | { readonly outcome: 'failed'; readonly fault: Fault }
  | { readonly outcome: 'busy' };

interface Sized {
  readonly bytes: Uint8Array;
}

export interface DeskJob<Work, Made, Fault> {
  readonly key: string;
  readonly work: Work;
  readonly waiters: Set<Waiter<Work, Made, Fault>>;
  /** Resolves with the outcome. */
  readonly settled: PromiseWithResolvers<void>;
  startedAt: number | null;
  /** Of a result. */
  heldSince: number | null;
  outcome: DeskOutcome<Made, Fault> | null;
}

/** Somebody who waits for a job's outcome or reads its result. */
export interface Waiter<Work, Made, Fault> {
  readonly job: DeskJob<Work, Made, Fault>;
  readonly joinedAt: number;
  seenAt: number;
  /** Since there is a result for it; null before. */
  readsSince: number | null;
  takenBytes: number;
}

export class SingleFlightQueue<Work, Made extends Sized, Fault> {
  readonly #rules: DeskRules;
  readonly #held: HeldBytes;
  /** In the order of arrival. */
  readonly #jobs = new Map<string, DeskJob<Work, Made, Fault>>();
  /** Those of jobs that are forgotten, too, who have yet to learn of the end. */
  readonly #waiters = new Set<Waiter<Work, Made, Fault>>();

  /** @param held counts for all desks of the isolate. */
  constructor(rules: DeskRules, held: HeldBytes) {
    this.#rules = rules;
    this.#held = held;
  }

  /** Of all jobs, in the order of arrival. */
  get keys(): string[] {
    return [...this.#jobs.keys()];
  }

  /** What the results take that somebody reads. */
  get heldBytes(): number {
    let bytes = 0;
    for (const { outcome } of this.#jobs.values()) {
      if (outcome?.outcome === 'made') bytes += outcome.made.bytes.length;
    }
    return bytes;
  }

  /** Joins the job of a key, or makes one; null when there is no place for another key. */
  join(key: string, work: Work, nowMs: number): Waiter<Work, Made, Fault> | null {
    const job = this.#jobs.get(key) ?? this.#add(key, work);
    if (job === null) return null;
    const waiter = { job, joinedAt: nowMs, seenAt: nowMs, readsSince: null, takenBytes: 0 };
    job.waiters.add(waiter);
    this.#waiters.add(waiter);
    return waiter;
  }

  /** Starts the job that is next if there is a place. */
  startNext(nowMs: number): DeskJob<Work, Made, Fault> | null {
    if (!this.#isRoom()) return null;
    for (const job of this.#jobs.values()) {
      if (job.startedAt !== null) continue;
      job.startedAt = nowMs;
      return job;
    }
    return null;
  }

  /** Ends a job; one that had lost its place changes nothing. */
  settle(job: DeskJob<Work, Made, Fault>, outcome: DeskOutcome<Made, Fault>): void {
    if (job.outcome !== null) return;
    const isMade = outcome.outcome === 'made';
    const heldBytes = this.#sumHeld() + (isMade ? outcome.made.bytes.length : 0);
    job.outcome = heldBytes > this.#rules.heldMaxBytes ? { outcome: 'busy' } : outcome;
    if (job.outcome.outcome !== 'made' || job.waiters.size === 0) this.#jobs.delete(job.key);
    this.#confirm();
    job.settled.resolve();
  }

  /** What somebody who is still there learns by now; null: nothing yet. */
  look(waiter: Waiter<Work, Made, Fault>, nowMs: number): DeskOutcome<Made, Fault> | null {
    const { job, joinedAt } = waiter;
    waiter.seenAt = nowMs;
    noteReader(waiter, nowMs);
    if (job.outcome !== null) return job.outcome;
    return nowMs - joinedAt >= this.#rules.waitMs ? { outcome: 'busy' } : null;
  }

  leave(waiter: Waiter<Work, Made, Fault>): void {
    const { job } = waiter;
    this.#waiters.delete(waiter);
    const isLast = job.waiters.delete(waiter) && job.waiters.size === 0;
    const isRunning = job.startedAt !== null && job.outcome === null;
    if (isLast && !isRunning && this.#jobs.get(job.key) === job) this.#jobs.delete(job.key);
    this.#confirm();
  }

  /** Takes their places from jobs that do not end, and returns who is to be cut off. */
  expire(nowMs: number): Waiter<Work, Made, Fault>[] {
    for (const job of this.#jobs.values()) {
      const isOver = job.startedAt !== null && nowMs - job.startedAt >= this.#rules.leaseMs;
      if (isOver) this.settle(job, { outcome: 'busy' });
    }
    for (const waiter of this.#waiters) noteReader(waiter, nowMs);
    const gone = [...this.#waiters].filter((waiter) => this.#isTooSlow(waiter, nowMs));
    for (const waiter of gone) this.leave(waiter);
    while (this.#isPressed()) {
      const slowest = this.#findSlowest(nowMs);
      if (slowest === null) break;
      gone.push(...slowest.waiters);
      for (const waiter of slowest.waiters) this.leave(waiter);
    }
    this.#confirm();
    return gone;
  }

  #isTooSlow(
    { seenAt, readsSince, takenBytes }: Waiter<Work, Made, Fault>,
    nowMs: number,
  ): boolean {
    const { idleMs, minBytesPerSecond } = this.#rules;
    if (readsSince === null) return nowMs - seenAt >= idleMs;
    const readMs = nowMs - readsSince;
    return readMs >= idleMs && takenBytes * 1000 < minBytesPerSecond * readMs;
  }

  /** Whether somebody queues for nothing but memory. */
  #isPressed(): boolean {
    const queued = this.#count((job) => job.startedAt === null);
    return queued > 0 && this.#isPlaceFree() && !this.#isMemoryFree();
  }

  /** The result that goes first. A reader who has only begun is judged as if it were to take no more for a while. */
  #findSlowest(nowMs: number): DeskJob<Work, Made, Fault> | null {
    const { pressedMs } = this.#rules;
    let slowest: DeskJob<Work, Made, Fault> | null = null;
    let least = Infinity;
    for (const job of this.#jobs.values()) {
      const rates = [...job.waiters].map(
        ({ readsSince, takenBytes }) =>
          takenBytes / Math.max(pressedMs, nowMs - (readsSince ?? nowMs)),
      );
      const rate = Math.max(...rates);
      if (nowMs - (job.heldSince ?? nowMs) < pressedMs || rate >= least) continue;
      [slowest, least] = [job, rate];
    }
    return slowest;
  }

  #confirm(): void {
    this.#held.set(this, this.heldBytes);
  }

  /** Of all desks. This one is there, however long a job let nobody confirm anything. */
  #sumHeld(): number {
    this.#confirm();
    return this.#held.sum;
  }

  #add(key: string, work: Work): DeskJob<Work, Made, Fault> | null {
    const queued = this.#count((job) => job.startedAt === null);
    if (queued >= this.#rules.queuedKeys && !this.#isRoom()) return null;
    const settled = Promise.withResolvers<void>();
    const waiters = new Set<never>();
    const job = { key, work, waiters, settled, startedAt: null, heldSince: null, outcome: null };
    this.#jobs.set(key, job);
    return job;
  }

  #isRoom(): boolean {
    return this.#isPlaceFree() && this.#isMemoryFree();
  }

  #isPlaceFree(): boolean {
    const running = this.#count((job) => job.startedAt !== null && job.outcome === null);
    return running < this.#rules.concurrent;
  }

  #isMemoryFree(): boolean {
    const { heldMaxBytes, resultMaxBytes } = this.#rules;
    return this.#sumHeld() <= heldMaxBytes - resultMaxBytes;
  }

  #count(isCounted: (job: DeskJob<Work, Made, Fault>) => boolean): number {
    let count = 0;
    for (const job of this.#jobs.values()) if (isCounted(job)) count += 1;
    return count;
  }
}

function noteReader<Work, Made, Fault>(waiter: Waiter<Work, Made, Fault>, nowMs: number): void {
  if (waiter.job.outcome?.outcome !== 'made') return;
  waiter.job.heldSince ??= nowMs;
  waiter.readsSince ??= nowMs;
}
