import { nextPollDelay } from '../../client/poll.ts';
import type { Pace } from '../../client/pace.ts';

/**
 * Looks now and then while something is in work: every 2 s for 30 s, every 5 s up to 2 minutes, then every 10 s, 10
 * minutes in all (specification, Limits). One look at a time.
 */
export class WorkWatch {
  readonly #look: (signal: AbortSignal) => Promise<boolean>;
  readonly #pace: Pace;
  #run: AbortController | null = null;

  /** `look` says whether something is still in work. */
  constructor(look: (signal: AbortSignal) => Promise<boolean>, pace: Pace) {
    this.#look = look;
    this.#pace = pace;
  }

  /** Looks at once, and begins the ten minutes anew. */
  poke(): void {
    this.stop();
    this.#run = new AbortController();
    void this.#watch(this.#run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#run = null;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const startedAt = this.#pace.now();
    while (!signal.aborted) {
      // A look that fails is one that saw nothing new.
      const isInWork = await this.#look(signal).catch(() => true);
      const delay = isInWork ? nextPollDelay(this.#pace.now() - startedAt) : null;
      if (delay === null) return;
      await this.#pace.sleep(delay, signal).catch(() => null);
    }
  }
}
