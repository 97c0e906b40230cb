/**
 * Many calls that each change one image, for want of one that changes all.
 *
 * - A few at a time. When the service asks to wait, all wait, and what was refused is sent again: nothing is lost.
 * - Without a connection it waits until there is one. Each call may be sent twice, so no answer is no harm.
 * - What is refused for good is noted with its reason. A refusal that concerns them all ends the run.
 * - Whoever stops it lets calls under way end, so that what was done is known.
 */

import { ApiError, ConnectionError, isTransient } from '../../../../client/errors.ts';
import type { Scheduler } from '../../../../client/scheduler.ts';
import { backoffMs } from '../../../../shared/backoff.ts';
import {
  ACCOUNT_LOCKED,
  PERMISSION_DENIED,
  SESSION_EXPIRED,
  SIGN_IN_REQUIRED,
} from '../../../../shared/error-codes.ts';

export interface WriteFailure {
  readonly id: number;
  readonly reason: unknown;
}

export interface WriteProgress {
  readonly total: number;
  readonly done: number;
  readonly failures: readonly WriteFailure[];
  /** Until when the service asked to wait, in milliseconds since 1970; null while it goes on. */
  readonly waitsUntil: number | null;
  readonly isOffline: boolean;
}

export interface WriteOutcome {
  readonly failures: readonly WriteFailure[];
  /** What was not tried any more. */
  readonly left: readonly number[];
  /** The refusal that ended the run; null when nothing or the person did. */
  readonly endedBy: ApiError | null;
}

interface WriteManyOptions {
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: WriteProgress) => void;
  /** Resolves once the service is reached again. */
  readonly awaitConnection: (signal: AbortSignal) => Promise<void>;
}

/** So many calls are under way at a time. */
export const AT_ONCE = 3;
const ATTEMPTS = 3;
const BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 8000;
/** After a 429 that does not say how long. */
const WAIT_MS = 10_000;

const TOO_MANY = 429;
/** Not signed in, suspended, or an account that is to be deleted. */
const ENDING_CODES = new Set<number>([
  SIGN_IN_REQUIRED,
  SESSION_EXPIRED,
  PERMISSION_DENIED,
  ACCOUNT_LOCKED,
]);

/** Calls `write` for each id, and returns once all are done, refused, or left because it was stopped. */
export async function writeMany(
  ids: readonly number[],
  write: (id: number) => Promise<void>,
  { scheduler, signal, onProgress, awaitConnection }: WriteManyOptions,
): Promise<WriteOutcome> {
  const interrupted: number[] = [];
  let next = 0;
  const stop = new AbortController();
  const until = AbortSignal.any([signal, stop.signal]);
  let endedBy: ApiError | null = null;
  let progress: WriteProgress = {
    total: ids.length,
    done: 0,
    failures: [],
    waitsUntil: null,
    isOffline: false,
  };
  const tell = (change: Partial<WriteProgress>): void => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };

  const deal = async (id: number): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      await rest();
      try {
        await write(id);
        tell({ done: progress.done + 1 });
        return;
      } catch (reason) {
        if (reason instanceof ConnectionError) {
          attempt = 0;
          tell({ isOffline: true });
          await awaitConnection(until);
          tell({ isOffline: false });
        } else if (reason instanceof ApiError && reason.status === TOO_MANY) {
          attempt = 0;
          const end = scheduler.now() + (reason.retryAfterMs ?? WAIT_MS);
          tell({ waitsUntil: Math.max(end, progress.waitsUntil ?? 0) });
        } else if (reason instanceof ApiError && ENDING_CODES.has(reason.code)) {
          endedBy ??= reason;
          stop.abort();
          throw reason;
        } else if (isTransient(reason) && attempt < ATTEMPTS) {
          const ms = backoffMs(attempt, BACKOFF_MS, LONGEST_BACKOFF_MS, scheduler.random());
          await scheduler.sleep(ms, until);
        } else {
          tell({ failures: [...progress.failures, { id, reason }] });
          return;
        }
      }
    }
  };
  /** Waits as long as the service has asked for. */
  const rest = async (): Promise<void> => {
    until.throwIfAborted();
    while (progress.waitsUntil !== null) {
      const ms = progress.waitsUntil - scheduler.now();
      if (ms > 0) await scheduler.sleep(ms, until);
      else tell({ waitsUntil: null });
    }
  };
  const work = async (): Promise<void> => {
    while (!until.aborted) {
      const id = ids[next];
      if (id === undefined) return;
      next += 1;
      try {
        await deal(id);
      } catch {
        // It was stopped before this one had its answer: nobody knows that it is done, so it counts as left.
        interrupted.push(id);
      }
    }
  };
  onProgress(progress);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { failures: progress.failures, left: [...interrupted, ...ids.slice(next)], endedBy };
}
