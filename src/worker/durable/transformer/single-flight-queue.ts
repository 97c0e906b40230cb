/**
 * Single flight for transformations: who shares which job, who runs, queues or waits, and which results are in memory. It
 * stores nothing, and all times are passed in (milliseconds).
 *
 *   job      waiting → queued → running → made (held while it is read) | failed | busy
 *
 * - All who ask for a key share its job, until nobody reads its result any more.
 * - `concurrent` jobs run and `queuedKeys` are queued. Up to `waitingKeys` others wait for a place in the queue, each of
 *   their waiters for `turnMs` at most. Any further key is refused.
 * - One network or one image gets half of the places of each kind at most (`isWithinShare`). Within that, the order of
 *   arrival decides.
 * - A job without waiters is dropped, unless it runs: then it ends, and its result is dropped.
 * - A job that does not end loses its place after `leaseMs`.
 * - A result exists once and goes with its last reader. While the results of all queues in the isolate hold more than
 *   `heldMaxBytes` less one of the largest, no job starts; a result beyond `heldMaxBytes` is dropped, and its waiters are
 *   told to come back.
 * - A waiter is told to come back after `waitMs`, and cut off once it has not asked for `idleMs`.
 * - A reader below `minBytesPerSecond` is cut off after `idleMs`. While a job lacks nothing but memory, the results held
 *   for `pressedMs` go, the slowest reader's first.
 */

import { isWithinShare } from './fair-shares.ts';
import type { HeldBytes } from './held-bytes.ts';
import {
  createJob,
  isQueued,
  isRunning,
  isWaiting,
  type Job,
  type Outcome,
  type Party,
  type Waiter,
} from './job.ts';
import { findSlowest, isTooSlow, noteReader, type RateRules } from './reading-rates.ts';

export interface QueueRules extends RateRules {
  readonly concurrent: number;
  readonly queuedKeys: number;
  readonly waitingKeys: number;
  /** How long a waiter waits for a place in the queue; 0: not at all. */
  readonly turnMs: number;
  /** How long a waiter waits for the outcome. */
  readonly waitMs: number;
  readonly leaseMs: number;
  readonly resultMaxBytes: number;
  readonly heldMaxBytes: number;
}

interface Sized {
  readonly bytes: Uint8Array;
}

export class SingleFlightQueue<Work, Made extends Sized, Fault> {
  readonly #rules: QueueRules;
  readonly #held: HeldBytes;
  /** In the order of arrival. */
  readonly #jobs = new Map<string, Job<Work, Made, Fault>>();
  /** Those of dropped jobs, too, until they have learned the outcome. */
  readonly #waiters = new Set<Waiter<Work, Made, Fault>>();

  /** @param held shared by all queues of the isolate. */
  constructor(rules: QueueRules, held: HeldBytes) {
    this.#rules = rules;
    this.#held = held;
  }

  /** The keys of all jobs, in the order of arrival. */
  get keys(): string[] {
    return [...this.#jobs.keys()];
  }

  /** The size of the results that are being read. */
  get heldBytes(): number {
    let bytes = 0;
    for (const { outcome } of this.#jobs.values()) {
      if (outcome?.outcome === 'made') bytes += outcome.made.bytes.length;
    }
    return bytes;
  }

  /** Joins the job of a key, or creates one; null when no place is left for another key. */
  join(key: string, work: Work, party: Party, nowMs: number): Waiter<Work, Made, Fault> | null {
    const job = this.#jobs.get(key) ?? this.#add(createJob(key, work, party));
    if (job === null) return null;
    const { network } = party;
    const times = { joinedAt: nowMs, seenAt: nowMs, readsSince: null };
    const waiter = { job, network, ...times, takenBytes: 0 };
    job.networks.add(network);
    job.waiters.add(waiter);
    this.#waiters.add(waiter);
    return waiter;
  }

  /** Starts the next job that has a place, and lets waiting jobs move up into the queue. */
  startNext(nowMs: number): Job<Work, Made, Fault> | null {
    for (const job of this.#jobs.values()) {
      if (job.startedAt === null && this.#mayRun(job)) {
        job.startedAt = nowMs;
        return job;
      }
    }
    for (const job of this.#jobs.values()) {
      if (isWaiting(job) && this.#mayQueue(job)) job.isQueued = true;
    }
    return null;
  }

  /** Ends a job; one that has lost its place changes nothing. */
  settle(job: Job<Work, Made, Fault>, outcome: Outcome<Made, Fault>): void {
    if (job.outcome !== null) return;
    const isMade = outcome.outcome === 'made';
    const heldBytes = this.#sumHeld() + (isMade ? outcome.made.bytes.length : 0);
    job.outcome = heldBytes > this.#rules.heldMaxBytes ? { outcome: 'busy' } : outcome;
    if (job.outcome.outcome !== 'made' || job.waiters.size === 0) this.#jobs.delete(job.key);
    this.#confirm();
    job.settled.resolve();
  }

  /** The outcome for a waiter that asks; null: none yet. */
  look(waiter: Waiter<Work, Made, Fault>, nowMs: number): Outcome<Made, Fault> | null {
    const { job, joinedAt } = waiter;
    const { turnMs, waitMs } = this.#rules;
    waiter.seenAt = nowMs;
    noteReader(waiter, nowMs);
    if (job.outcome !== null) return job.outcome;
    const patienceMs = isWaiting(job) ? Math.min(turnMs, waitMs) : waitMs;
    return nowMs - joinedAt >= patienceMs ? { outcome: 'busy' } : null;
  }

  leave(waiter: Waiter<Work, Made, Fault>): void {
    const { job, network } = waiter;
    this.#waiters.delete(waiter);
    const wasThere = job.waiters.delete(waiter);
    if (!isRunning(job)) {
      if (![...job.waiters].some((other) => other.network === network)) {
        job.networks.delete(network);
      }
      const isCurrent = this.#jobs.get(job.key) === job;
      if (wasThere && job.waiters.size === 0 && isCurrent) this.#jobs.delete(job.key);
    }
    this.#confirm();
  }

  /** Takes the places of jobs that do not end, and returns the waiters to cut off. */
  expire(nowMs: number): Waiter<Work, Made, Fault>[] {
    for (const job of this.#jobs.values()) {
      const isOver = job.startedAt !== null && nowMs - job.startedAt >= this.#rules.leaseMs;
      if (isOver) this.settle(job, { outcome: 'busy' });
    }
    for (const waiter of this.#waiters) noteReader(waiter, nowMs);
    const gone = [...this.#waiters].filter((waiter) => isTooSlow(waiter, this.#rules, nowMs));
    for (const waiter of gone) this.leave(waiter);
    while (this.#isPressed()) {
      const slowest = findSlowest(this.#jobs.values(), this.#rules, nowMs);
      if (slowest === null) break;
      gone.push(...slowest.waiters);
      for (const waiter of slowest.waiters) this.leave(waiter);
    }
    this.#confirm();
    return gone;
  }

  #add(job: Job<Work, Made, Fault>): Job<Work, Made, Fault> | null {
    const { turnMs, waitingKeys } = this.#rules;
    const waiting = this.#filter(isWaiting);
    job.isQueued = this.#mayQueue(job);
    const isAdmitted =
      job.isQueued || this.#mayRun(job) || (turnMs > 0 && isWithinShare(job, waiting, waitingKeys));
    if (!isAdmitted) return null;
    this.#jobs.set(job.key, job);
    return job;
  }

  #mayQueue(job: Job<Work, Made, Fault>): boolean {
    return isWithinShare(job, this.#filter(isQueued), this.#rules.queuedKeys);
  }

  #mayRun(job: Job<Work, Made, Fault>): boolean {
    return this.#hasPlaceFor(job) && this.#isMemoryFree();
  }

  #hasPlaceFor(job: Job<Work, Made, Fault>): boolean {
    return isWithinShare(job, this.#filter(isRunning), this.#rules.concurrent);
  }

  /** Whether a job lacks nothing but memory. */
  #isPressed(): boolean {
    if (this.#isMemoryFree()) return false;
    return this.#filter(({ startedAt }) => startedAt === null).some((job) =>
      this.#hasPlaceFor(job),
    );
  }

  #isMemoryFree(): boolean {
    const { heldMaxBytes, resultMaxBytes } = this.#rules;
    return this.#sumHeld() <= heldMaxBytes - resultMaxBytes;
  }

  /** The results of all queues. A job may have kept the isolate busy for long: this queue confirms its own first. */
  #sumHeld(): number {
    this.#confirm();
    return this.#held.sum;
  }

  #confirm(): void {
    this.#held.set(this, this.heldBytes);
  }

  #filter(isChosen: (job: Job<Work, Made, Fault>) => boolean): Job<Work, Made, Fault>[] {
    return [...this.#jobs.values()].filter(isChosen);
  }
}
