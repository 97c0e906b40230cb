import type { Blocker } from './failure.ts';

/** Attempts of one item without progress. */
const ATTEMPTS_MAX = 3;
/** Of half a minute each. */
const WAITS_MAX = 20;
const PAUSE_MS = 1000;

interface Setback {
  readonly attempts: number;
  /** How often the item has waited for the service to be ready. */
  readonly waits: number;
}

/** Counts how often each item was stopped since it last made progress. */
export class Setbacks {
  readonly #counts = new Map<string, Setback>();

  /**
   * Notes one more and returns how long the item pauses before its next attempt, in milliseconds, or null if it has
   * none left. Behind a blocker it does not pause.
   */
  note(id: string, blocker: Blocker | null): number | null {
    const { attempts, waits } = this.#counts.get(id) ?? { attempts: 0, waits: 0 };
    const next = {
      attempts: blocker === null ? attempts + 1 : attempts,
      waits: blocker?.reason === 'down' ? waits + 1 : waits,
    };
    this.#counts.set(id, next);
    if (next.attempts >= ATTEMPTS_MAX || next.waits >= WAITS_MAX) return null;
    return blocker === null ? PAUSE_MS * next.attempts : 0;
  }

  forget(id: string): void {
    this.#counts.delete(id);
  }

  clear(): void {
    this.#counts.clear();
  }
}
