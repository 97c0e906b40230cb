/** Embind's handles are even, and the first of them stand for these. */
const CONSTANTS = [undefined, null, true, false];
const HANDLE_STEP = 2;

interface Held {
  readonly value: unknown;
  holders: number;
}

/** The values of JavaScript that a codec holds, by their handles; one goes with its last holder. */
export class Values {
  readonly #held = new Map<number, Held>();
  #lastHandle = 0;

  constructor() {
    for (const value of CONSTANTS) this.hold(this.add(value), Infinity);
  }

  /** A handle for one holder. */
  add(value: unknown): number {
    this.#lastHandle += HANDLE_STEP;
    this.#held.set(this.#lastHandle, { value, holders: 1 });
    return this.#lastHandle;
  }

  get(handle: number): unknown {
    return this.#held.get(handle)?.value;
  }

  /** Changes the number of holders. */
  hold(handle: number, change: number): void {
    const held = this.#held.get(handle);
    if (held === undefined) return;
    held.holders += change;
    if (held.holders <= 0) this.#held.delete(handle);
  }

  /** The value that one holder gives up. */
  take(handle: number): unknown {
    const value = this.get(handle);
    this.hold(handle, -1);
    return value;
  }
}
