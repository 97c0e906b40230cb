/** A number of places that are taken at once or not at all. */
export class Slots {
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Takes a place and gives the function that frees it, to be called once; null when none is free. */
  take(): (() => void) | null {
    if (this.#free === 0) return null;
    this.#free -= 1;
    return () => {
      this.#free += 1;
    };
  }
}
