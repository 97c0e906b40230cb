import type { Blocker } from './failure.ts';

/** Attempts of one item without progress. */
const ATTEMPTS_MAX = 3;
/** Of half a minute each. */
const WAITS_MAX = 20;
const PAUSE_MS = 1000;

interface Setback {
  readonly attempts: number;
  readonly waits: number;
}

export class Setbacks {
  readonly #counts = new Map<string, Setback>();

  /** The pause before the next attempt in milliseconds, 0 behind a blocker; null if none is left. */
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
