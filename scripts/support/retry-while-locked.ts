import { setTimeout as sleep } from 'node:timers/promises';

const MAX_ATTEMPTS = 10;
const PAUSE_MS = 200;

/**
 * A running service locks the local database's file while it writes, and the runtime does not wait. `work` must be
 * repeatable.
 */
export async function retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isOfDatabase(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Not every message names the lock. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('D1_ERROR');
}
