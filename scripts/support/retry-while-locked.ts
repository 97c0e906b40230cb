import { setTimeout as sleep } from 'node:timers/promises';

const MAX_ATTEMPTS = 10;
const PAUSE_MS = 200;

/**
 * Repeats work on the local database while it fails: a running service that writes to the same file at the moment locks
 * it, and the runtime does not wait. The work must be one that may happen twice.
 */
export async function retryWhileLocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isOfDatabase(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** The lock itself is not always named. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('D1_ERROR');
}
