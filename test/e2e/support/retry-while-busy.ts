import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError } from '../../../src/client/errors.ts';
import { retryAfterMsOf } from '../../../src/client/retry-rules.ts';

const MAX_ATTEMPTS = 8;
const STEP_MS = 250;
const MAX_WAIT_MS = 10_000;

/**
 * Retries a call that a busy server refuses. Used in hooks above all, which the runner never retries. The call must be
 * safe to repeat.
 */
export const retryWhileBusy = async <T>(task: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !mayPass(error)) throw error;
      await sleep(Math.min(MAX_WAIT_MS, Math.max(attempt * STEP_MS, retryAfterMsOf(error))));
    }
  }
};

const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && [429, 503].includes(error.status));
