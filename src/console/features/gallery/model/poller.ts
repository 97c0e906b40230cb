import { nextPollDelay } from '../../../../client/poll-delay.ts';
import type { Scheduler } from '../../../../client/scheduler.ts';

/** Polls every 2 s for 30 s, 5 s up to 2 minutes, then 10 s, 10 minutes in all, or by `nextDelay`. */
export class Poller {
  readonly #poll: (signal: AbortSignal) => Promise<boolean>;
  readonly #scheduler: Scheduler;
  readonly #nextDelay: typeof nextPollDelay;
  #run: AbortController | null = null;
  #isAsked = false;
  /** When `poke` was called last. */
  #startedAt = 0;
  #wake: AbortController | null = null;

  /** `poll` returns whether to poll again. */
  constructor(
    poll: (signal: AbortSignal) => Promise<boolean>,
    scheduler: Scheduler,
    nextDelay = nextPollDelay,
  ) {
    this.#poll = poll;
    this.#scheduler = scheduler;
    this.#nextDelay = nextDelay;
  }

  /** Polls now, or again after the running poll, and restarts the schedule. */
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
      // A failed poll is repeated.
      const isAgain = await this.#poll(run.signal).catch(() => true);
      if (run.signal.aborted) return;
      if (this.#isAsked) continue;
      const delay = isAgain ? this.#nextDelay(this.#scheduler.now() - this.#startedAt) : null;
      if (delay === null) break;
      this.#wake = new AbortController();
      const until = AbortSignal.any([run.signal, this.#wake.signal]);
      await this.#scheduler.sleep(delay, until).catch(() => null);
      this.#wake = null;
    }
    if (this.#run === run) this.#run = null;
  }
}
