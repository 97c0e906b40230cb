import type { Clock } from '../../../shared/clock.ts';

interface Share {
  readonly bytes: number;
  readonly confirmedAt: number;
}

/** Some beats of an object; one that is there misses them only while the isolate does nothing else. */
const ABSENT_MS = 10_000;

/**
 * What the results take that the objects of an isolate hold together. An object may go without a word: what it has not
 * confirmed for a while counts no more.
 */
export class HeldBytes {
  readonly #clock: Clock;
  readonly #shares = new Map<object, Share>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of all holders. */
  get sum(): number {
    const absentSince = this.#clock.now() - ABSENT_MS;
    let sum = 0;
    for (const [holder, { bytes, confirmedAt }] of this.#shares) {
      if (confirmedAt <= absentSince) this.#shares.delete(holder);
      else sum += bytes;
    }
    return sum;
  }

  /** Says, or confirms, what a holder holds. */
  set(holder: object, bytes: number): void {
    if (bytes === 0) this.#shares.delete(holder);
    else this.#shares.set(holder, { bytes, confirmedAt: this.#clock.now() });
  }
}
