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
 * - Who waits is told to come back after `waitMs`; who takes nothing for `idleMs`, or has not all after `lifeMs`, is
 *   cut off.
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
  readonly lifeMs: number;
}

export type JobOutcome<Made, Fault> =
  | { readonly outcome: 'made'; readonly made: Made }
  | { readonly outcome: 'failed'; readonly fault: Fault }
  | { readonly outcome: 'busy' };

interface Sized {
  readonly bytes: Uint8Array;
}

export interface Job<Work, Made, Fault> {
  readonly key: string;
  readonly work: Work;
  readonly waiters: Set<Waiter<Work, Made, Fault>>;
  /** Resolves with the outcome. */
  readonly settled: PromiseWithResolvers<void>;
  startedAt: number | null;
  outcome: JobOutcome<Made, Fault> | null;
}

/** Somebody who waits for a job's outcome or reads its result. */
export interface Waiter<Work, Made, Fault> {
  readonly job: Job<Work, Made, Fault>;
  readonly joinedAt: number;
  seenAt: number;
}

export class TransformationDesk<Work, Made extends Sized, Fault> {
  readonly #rules: DeskRules;
  readonly #held: HeldBytes;
  /** In the order of arrival. */
  readonly #jobs = new Map<string, Job<Work, Made, Fault>>();
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
    const waiter = { job, joinedAt: nowMs, seenAt: nowMs };
    job.waiters.add(waiter);
    this.#waiters.add(waiter);
    return waiter;
  }

  /** Starts the job that is next if there is a place. */
  startNext(nowMs: number): Job<Work, Made, Fault> | null {
    if (!this.#isRoom()) return null;
    for (const job of this.#jobs.values()) {
      if (job.startedAt !== null) continue;
      job.startedAt = nowMs;
      return job;
    }
    return null;
  }

  /** Ends a job; one that had lost its place changes nothing. */
  settle(job: Job<Work, Made, Fault>, outcome: JobOutcome<Made, Fault>): void {
    if (job.outcome !== null) return;
    const isMade = outcome.outcome === 'made';
    const heldBytes = this.#held.sum + (isMade ? outcome.made.bytes.length : 0);
    job.outcome = heldBytes > this.#rules.heldMaxBytes ? { outcome: 'busy' } : outcome;
    if (job.outcome.outcome !== 'made' || job.waiters.size === 0) this.#jobs.delete(job.key);
    this.#confirm();
    job.settled.resolve();
  }

  /** What somebody who is still there learns by now; null: nothing yet. */
  look(waiter: Waiter<Work, Made, Fault>, nowMs: number): JobOutcome<Made, Fault> | null {
    const { job, joinedAt } = waiter;
    waiter.seenAt = nowMs;
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
    const { leaseMs, idleMs, lifeMs } = this.#rules;
    for (const job of this.#jobs.values()) {
      const isOver = job.startedAt !== null && nowMs - job.startedAt >= leaseMs;
      if (isOver) this.settle(job, { outcome: 'busy' });
    }
    const gone = [...this.#waiters].filter(
      ({ seenAt, joinedAt }) => nowMs - seenAt >= idleMs || nowMs - joinedAt >= lifeMs,
    );
    for (const waiter of gone) this.leave(waiter);
    this.#confirm();
    return gone;
  }

  #confirm(): void {
    this.#held.set(this, this.heldBytes);
  }

  #add(key: string, work: Work): Job<Work, Made, Fault> | null {
    const queued = this.#count((job) => job.startedAt === null);
    if (queued >= this.#rules.queuedKeys && !this.#isRoom()) return null;
    const settled = Promise.withResolvers<void>();
    const job = { key, work, waiters: new Set<never>(), settled, startedAt: null, outcome: null };
    this.#jobs.set(key, job);
    return job;
  }

  #isRoom(): boolean {
    const { concurrent, heldMaxBytes, resultMaxBytes } = this.#rules;
    const running = this.#count((job) => job.startedAt !== null && job.outcome === null);
    return running < concurrent && this.#held.sum <= heldMaxBytes - resultMaxBytes;
  }

  #count(isCounted: (job: Job<Work, Made, Fault>) => boolean): number {
    let count = 0;
    for (const job of this.#jobs.values()) if (isCounted(job)) count += 1;
    return count;
  }
}
