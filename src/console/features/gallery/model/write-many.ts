/**
 * Many calls that each change one image, since the API has none for many.
 *
 * - A few run at a time. A rate limit stops all until the person continues; the refused call is sent again
 *   then.
 * - Without a connection all wait until it is back. Each call may be sent twice, so a lost answer does no harm.
 * - A refusal of one image is noted with its reason. A refusal that concerns them all ends the run.
 * - A stop lets the calls under way end, so that their outcome is known.
 */

import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import { isTransient } from '../../../../client/retry-rules.ts';
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
  readonly pausedUntil: number | null;
  readonly isOffline: boolean;
}

export interface WriteOutcome {
  readonly failures: readonly WriteFailure[];
  readonly left: readonly number[];
  /** The refusal that ended the run, or null. */
  readonly endedBy: ApiError | null;
}

interface WriteManyOptions {
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: WriteProgress) => void;
  /** Resolves once the service is reached again. */
  readonly awaitConnection: (signal: AbortSignal) => Promise<void>;
  /** Resolves once the person continues after a rate limit. */
  readonly awaitContinue: (signal: AbortSignal) => Promise<void>;
}

export const AT_ONCE = 3;
const ATTEMPTS = 3;
const BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 8000;
/** After a 429 that names no time. */
const WAIT_MS = 10_000;

const TOO_MANY = 429;
/** No session, a suspended account, or an account that is to be deleted. */
const ENDING_CODES = new Set<number>([
  SIGN_IN_REQUIRED,
  SESSION_EXPIRED,
  PERMISSION_DENIED,
  ACCOUNT_LOCKED,
]);

export async function writeMany(
  ids: readonly number[],
  write: (id: number) => Promise<void>,
  { scheduler, signal, onProgress, awaitConnection, awaitContinue }: WriteManyOptions,
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
    pausedUntil: null,
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
          tell({ pausedUntil: Math.max(end, progress.pausedUntil ?? 0) });
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
  let resumed: Promise<void> | null = null;
  const waitForPerson = async (): Promise<void> => {
    await awaitContinue(until);
    resumed = null;
    tell({ pausedUntil: null });
  };
  const rest = async (): Promise<void> => {
    until.throwIfAborted();
    while (progress.pausedUntil !== null) await (resumed ??= waitForPerson());
  };
  const work = async (): Promise<void> => {
    while (!until.aborted) {
      const id = ids[next];
      if (id === undefined) return;
      next += 1;
      try {
        await deal(id);
      } catch {
        // It was stopped before its answer, so its outcome is unknown.
        interrupted.push(id);
      }
    }
  };
  onProgress(progress);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { failures: progress.failures, left: [...interrupted, ...ids.slice(next)], endedBy };
}
