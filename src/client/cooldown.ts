import { retryAfterMsOf } from './errors.ts';
import { RETRY_AFTER_MAX_MS, type Scheduler } from './scheduler.ts';

/** Holds work back until the time has passed that the server asked for when other work failed. */
export class Cooldown {
  readonly #scheduler: Scheduler;
  #opensAt = 0;
  #closedBy: unknown;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Closes for as long as a failure asks, if it asks for longer than those before it. */
  close(error: unknown): void {
    const opensAt = this.#scheduler.now() + retryAfterMsOf(error);
    // Whoever did not wait fails with what closed it, and asks for nothing anew.
    if (opensAt <= this.#opensAt || error === this.#closedBy) return;
    this.#opensAt = opensAt;
    this.#closedBy = error;
  }

  /**
   * Waits until it is open.
   * @throws the failure that closed it, when that takes too long for anyone to wait.
   */
  async wait(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = this.#opensAt - this.#scheduler.now();
      if (waitMs <= 0) return;
      if (waitMs > RETRY_AFTER_MAX_MS) throw this.#closedBy;
      await this.#scheduler.sleep(waitMs, signal);
    }
  }
}
