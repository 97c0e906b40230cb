import { retryAfterMsOf } from './retry-rules.ts';
import type { Scheduler } from './scheduler.ts';
import { RETRY_AFTER_MAX_MS } from './with-retries.ts';

export class Cooldown {
  readonly #scheduler: Scheduler;
  #opensAt = 0;
  #closedBy: unknown;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  close(error: unknown): void {
    const opensAt = this.#scheduler.now() + retryAfterMsOf(error);
    // A request that failed because of the cooldown must not extend it.
    if (opensAt <= this.#opensAt || error === this.#closedBy) return;
    this.#opensAt = opensAt;
    this.#closedBy = error;
  }

  /** Waits until the cooldown ends. @throws the failure that caused it, if the wait exceeds `RETRY_AFTER_MAX_MS`. */
  async wait(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = this.#opensAt - this.#scheduler.now();
      if (waitMs <= 0) return;
      if (waitMs > RETRY_AFTER_MAX_MS) throw this.#closedBy;
      await this.#scheduler.sleep(waitMs, signal);
    }
  }
}
