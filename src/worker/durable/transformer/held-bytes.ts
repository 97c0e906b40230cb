import type { Clock } from '../../../shared/clock.ts';

interface Share {
  readonly bytes: number;
  readonly confirmedAt: number;
}

/** Longer than an object is silent while its isolate is busy with codecs. */
const ABSENT_MS = 10_000;

/** Size of the results that an isolate's objects hold. An object may end silently: an unconfirmed share expires. */
export class HeldBytes {
  readonly #clock: Clock;
  readonly #shares = new Map<object, Share>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get sum(): number {
    const absentSince = this.#clock.now() - ABSENT_MS;
    let sum = 0;
    for (const [holder, { bytes, confirmedAt }] of this.#shares) {
      if (confirmedAt <= absentSince) this.#shares.delete(holder);
      else sum += bytes;
    }
    return sum;
  }

  set(holder: object, bytes: number): void {
    if (bytes === 0) this.#shares.delete(holder);
    else this.#shares.set(holder, { bytes, confirmedAt: this.#clock.now() });
  }
}
