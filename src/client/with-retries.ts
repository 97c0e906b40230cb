import { backoffMs } from '../shared/backoff.ts';
import { isTransient, retryAfterMsOf } from './retry-rules.ts';
import type { Scheduler } from './scheduler.ts';

/** Attempts at one part or call. */
export const MAX_ATTEMPTS = 5;
const BACKOFF_BASE_MS = 1000;
const BACKOFF_MAX_MS = 15_000;
/** A longer `Retry-After` fails instead of waiting. */
export const RETRY_AFTER_MAX_MS = 120_000;

/** Retries an idempotent task after transient failures; waits at least the server's `Retry-After`. */
export async function withRetries<T>(
  task: () => Promise<T>,
  scheduler: Scheduler,
  signal?: AbortSignal,
  maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      if (attempt >= maxAttempts || !isTransient(error) || signal?.aborted === true) throw error;
      const askedMs = retryAfterMsOf(error);
      if (askedMs > RETRY_AFTER_MAX_MS) throw error;
      const backoff = backoffMs(attempt, BACKOFF_BASE_MS, BACKOFF_MAX_MS, scheduler.random());
      await scheduler.sleep(Math.max(backoff, askedMs), signal);
    }
  }
}
