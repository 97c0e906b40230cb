/**
 * Single flight for transformations: shares jobs, orders them, bounds memory. Stores nothing; times are passed in.
 *
 *   job      waiting → queued → running → made (held while it is read) | failed | busy
 *
 * - Requests for a key share its job, until its result has no reader.
 * - `concurrent` jobs run and `queuedKeys` are queued. Up to `waitingKeys` others wait for a place in the queue, each
 *   of their waiters for `turnMs` at most. Any further key is refused.
 * - Jobs within the shares of their network and image come first (`isWithinShare`). Among them networks take turns: the
 *   next job of each comes before the second next of any. Otherwise the order of arrival decides.
 * - A place that no job within its share takes is lent to the next job. A running job keeps its place until it ends.
 *   Places in the queue are lent only if others can wait for one; places to wait there are not lent.
 * - A job without waiters is dropped; a running one ends first, and its result is dropped.
 * - A job that does not end loses its place after `leaseMs`.
 * - A result exists once and ends with its last reader. No job starts while the results of all queues in the isolate
 *   hold more than `heldMaxBytes` less one of the largest; a larger result is dropped, and its waiters must retry.
 * - A waiter must retry after `waitMs`, and is dropped once it has not asked for `idleMs`.
 * - A reader below `minBytesPerSecond` is dropped after `idleMs`. While a job lacks only memory, results held for
 *   `pressedMs` are dropped, the slowest reader's first. If it belongs to a network that holds nothing, another network
 *   that holds several results and most of the bytes loses them after `pressedShareMs` already.
 */

import { isWithinShare } from './fair-shares.ts';
import type { HeldBytes } from './held-bytes.ts';
import {
  createJob,
  isHeld,
  isPending,
  isQueued,
  isRunning,
  isWaiting,
  sizeOf,
  sortByTurn,
  type Job,
  type Outcome,
  type Party,
  type Sized,
  type Waiter,
} from './job.ts';
import { findSlowest, isTooSlow, noteReader, type RateRules } from './reading-rates.ts';

export interface QueueRules extends RateRules {
  readonly concurrent: number;
  readonly queuedKeys: number;
  readonly waitingKeys: number;
  /** For a waiter without a place in the queue; 0: none. */
  readonly turnMs: number;
  /** For a waiter without an outcome. */
  readonly waitMs: number;
  readonly leaseMs: number;
  readonly resultMaxBytes: number;
  readonly heldMaxBytes: number;
}

export class SingleFlightQueue<Work, Made extends Sized, Fault> {
  readonly #rules: QueueRules;
  readonly #held: HeldBytes;
  /** In order of arrival. */
  readonly #jobs = new Map<string, Job<Work, Made, Fault>>();
  /** Includes those of dropped jobs that do not know the outcome yet. */
  readonly #waiters = new Set<Waiter<Work, Made, Fault>>();
  /** Of the last job that was started. */
  #turn = 0;

  /** All queues of the isolate share `held`. */
  constructor(rules: QueueRules, held: HeldBytes) {
    this.#rules = rules;
    this.#held = held;
  }

  get keys(): string[] {
    return [...this.#jobs.keys()];
  }

  get heldBytes(): number {
    return sumSizes([...this.#jobs.values()]);
  }

  /** Null without a free place. */
  join(key: string, work: Work, party: Party, nowMs: number): Waiter<Work, Made, Fault> | null {
    const { network } = party;
    const turn = this.#turnOf(network);
    const job = this.#jobs.get(key) ?? this.#add(createJob(key, work, party, turn));
    if (job === null) return null;
    if (!job.networks.has(network)) job.turn = Math.min(job.turn, turn);
    const times = { joinedAt: nowMs, seenAt: nowMs, readsSince: null };
    const waiter = { job, network, ...times, takenBytes: 0 };
    job.networks.add(network);
    job.waiters.add(waiter);
    this.#waiters.add(waiter);
    return waiter;
  }

  /** Without a place for one, moves waiting jobs into the queue. */
  startNext(nowMs: number): Job<Work, Made, Fault> | null {
    const started = this.#findNext();
    if (started === null) {
      this.#fillQueue();
      return null;
    }
    started.startedAt = nowMs;
    this.#turn = Math.max(this.#turn, started.turn);
    return started;
  }

  /** Ignores a job that has lost its place. */
  finish(job: Job<Work, Made, Fault>, outcome: Outcome<Made, Fault>): void {
    if (job.outcome !== null) return;
    const isMade = outcome.outcome === 'made';
    const heldBytes = this.#sumHeld() + (isMade ? outcome.made.bytes.length : 0);
    job.outcome = heldBytes > this.#rules.heldMaxBytes ? { outcome: 'busy' } : outcome;
    if (job.outcome.outcome !== 'made' || job.waiters.size === 0) this.#jobs.delete(job.key);
    this.#confirm();
    job.finished.resolve();
  }

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

  /** Takes the places of expired jobs, and returns the waiters to drop. */
  expire(nowMs: number): Waiter<Work, Made, Fault>[] {
    const { pressedMs, pressedShareMs } = this.#rules;
    for (const job of this.#jobs.values()) {
      const isOver = job.startedAt !== null && nowMs - job.startedAt >= this.#rules.leaseMs;
      if (isOver) this.finish(job, { outcome: 'busy' });
    }
    for (const waiter of this.#waiters) noteReader(waiter, nowMs);
    const gone = [...this.#waiters].filter((waiter) => isTooSlow(waiter, this.#rules, nowMs));
    for (const waiter of gone) this.leave(waiter);
    while (this.#isPressed()) {
      const slowest =
        findSlowest(this.#findBeyondShare(), pressedShareMs, nowMs) ??
        findSlowest(this.#jobs.values(), pressedMs, nowMs);
      if (slowest === null) break;
      gone.push(...slowest.waiters);
      for (const waiter of slowest.waiters) this.leave(waiter);
    }
    this.#confirm();
    return gone;
  }

  #add(job: Job<Work, Made, Fault>): Job<Work, Made, Fault> | null {
    const { turnMs, waitingKeys } = this.#rules;
    job.isQueued = this.#mayQueue(job);
    const isAdmitted =
      job.isQueued ||
      (this.#hasPlace() && this.#isMemoryFree()) ||
      (turnMs > 0 && isWithinShare(job, this.#filter(isWaiting), waitingKeys));
    if (!isAdmitted) return null;
    this.#jobs.set(job.key, job);
    return job;
  }

  #turnOf(network: string): number {
    const own = this.#filter(({ networks, outcome }) => outcome === null && networks.has(network));
    return Math.max(this.#turn, ...own.map(({ turn }) => turn + 1));
  }

  #findNext(): Job<Work, Made, Fault> | null {
    if (!this.#hasPlace() || !this.#isMemoryFree()) return null;
    const pending = sortByTurn(this.#filter(isPending));
    const running = this.#filter(isRunning);
    const { concurrent } = this.#rules;
    return pending.find((job) => isWithinShare(job, running, concurrent)) ?? pending[0] ?? null;
  }

  #fillQueue(): void {
    const waiting = sortByTurn(this.#filter(isWaiting));
    const { queuedKeys } = this.#rules;
    for (const job of waiting) {
      job.isQueued = isWithinShare(job, this.#filter(isQueued), queuedKeys);
    }
    for (const job of waiting) job.isQueued ||= this.#mayQueue(job);
  }

  /** Jobs within their shares have been moved already. */
  #mayQueue(job: Job<Work, Made, Fault>): boolean {
    const { queuedKeys, turnMs } = this.#rules;
    const queued = this.#filter(isQueued);
    if (turnMs > 0) return queued.length < queuedKeys;
    return isWithinShare(job, queued, queuedKeys);
  }

  #hasPlace(): boolean {
    return this.#filter(isRunning).length < this.#rules.concurrent;
  }

  /** Whether a job lacks only memory. */
  #isPressed(): boolean {
    return !this.#isMemoryFree() && this.#hasPlace() && this.#filter(isPending).length > 0;
  }

  /** The results of the network that holds several and most bytes, while one that holds nothing waits. */
  #findBeyondShare(): Job<Work, Made, Fault>[] {
    const held = this.#filter(isHeld);
    const holders = new Set(held.flatMap(({ networks }) => [...networks]));
    const isNewcomer = (network: string): boolean => !holders.has(network);
    if (!this.#filter(isPending).some(({ networks }) => [...networks].some(isNewcomer))) return [];
    for (const network of holders) {
      // A result that another network reads as well is within that one's share.
      const own = held.filter(({ networks }) => networks.size === 1 && networks.has(network));
      if (own.length > 1 && sumSizes(own) * 2 > sumSizes(held)) return own;
    }
    return [];
  }

  #isMemoryFree(): boolean {
    const { heldMaxBytes, resultMaxBytes } = this.#rules;
    return this.#sumHeld() <= heldMaxBytes - resultMaxBytes;
  }

  /** Confirms this queue's share first, since a job may have blocked the isolate. */
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

function sumSizes(jobs: readonly Job<unknown, Sized, unknown>[]): number {
  return jobs.reduce((sum, job) => sum + sizeOf(job), 0);
}
