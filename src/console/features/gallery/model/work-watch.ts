import { nextPollDelay } from '../../../../client/poll.ts';
import type { Scheduler } from '../../../../client/scheduler.ts';

/**
 * Looks now and then while something is in work: every 2 s for 30 s, every 5 s up to 2 minutes, then every 10 s, 10
 * minutes in all (specification, Limits). One look at a time; whoever asks for one in the meantime gets another after
 * it, however many ask.
 */
export class WorkWatch {
  readonly #look: (signal: AbortSignal) => Promise<boolean>;
  readonly #scheduler: Scheduler;
  #run: AbortController | null = null;
  /** Whether somebody has asked since the last look began. */
  #isAsked = false;
  /** When the ten minutes began; anew with each that asks. */
  #startedAt = 0;
  /** Ends the pause between two looks. */
  #wake: AbortController | null = null;

  /** `look` says whether something is still in work. */
  constructor(look: (signal: AbortSignal) => Promise<boolean>, scheduler: Scheduler) {
    this.#look = look;
    this.#scheduler = scheduler;
  }

  /** Looks at once, or again after the look that is under way, and begins the ten minutes anew. */
  poke(): void {
    this.#startedAt = this.#scheduler.now();
    if (this.#run === null) {
      this.#run = new AbortController();
      void this.#watch(this.#run);
    } else {
      this.#isAsked = true;
      this.#wake?.abort();
    }
  }

  stop(): void {
    this.#run?.abort();
    this.#run = null;
    this.#isAsked = false;
  }

  async #watch(run: AbortController): Promise<void> {
    while (!run.signal.aborted) {
      this.#isAsked = false;
      // A look that fails is one that saw nothing new.
      const isInWork = await this.#look(run.signal).catch(() => true);
      if (run.signal.aborted) return;
      if (this.#isAsked) continue;
      const delay = isInWork ? nextPollDelay(this.#scheduler.now() - this.#startedAt) : null;
      if (delay === null) break;
      this.#wake = new AbortController();
      const until = AbortSignal.any([run.signal, this.#wake.signal]);
      await this.#scheduler.sleep(delay, until).catch(() => null);
      this.#wake = null;
    }
    if (this.#run === run) this.#run = null;
  }
}
