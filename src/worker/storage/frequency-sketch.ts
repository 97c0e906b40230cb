const ROWS = 4;
/** A power of two, half of `HALVED_EVERY`: with fewer counters, keys are mistaken for each other. */
const ROW_COUNTERS = 16_384;
const MAX_COUNT = 255;
/** 20 times the images of 31 KB that fit in memory. With a quarter, admission by frequency is worse than none. */
const HALVED_EVERY = 32_768;

/** Odd, so that no bit of a hash is lost. */
const MULTIPLIERS = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f] as const;

/**
 * A count-min sketch (Cormode and Muthukrishnan, 2005) of 64 KiB that ages as TinyLFU's does (Einziger, Friedman and
 * Manes, 2017). It never underestimates.
 */
export class FrequencySketch {
  readonly #counts = new Uint8Array(ROWS * ROW_COUNTERS);
  #added = 0;

  add(key: string): void {
    const hash = hashOf(key);
    for (let row = 0; row < ROWS; row += 1) {
      const at = indexOf(hash, row);
      const count = this.#counts[at] ?? 0;
      if (count < MAX_COUNT) this.#counts[at] = count + 1;
    }
    this.#added += 1;
    if (this.#added < HALVED_EVERY) return;
    this.#added = 0;
    for (let at = 0; at < this.#counts.length; at += 1)
      this.#counts[at] = (this.#counts[at] ?? 0) >> 1;
  }

  count(key: string): number {
    const hash = hashOf(key);
    let least = MAX_COUNT;
    for (let row = 0; row < ROWS; row += 1) {
      least = Math.min(least, this.#counts[indexOf(hash, row)] ?? 0);
    }
    return least;
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(key: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < key.length; at += 1)
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return hash;
}

function indexOf(hash: number, row: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), MULTIPLIERS[row] ?? 1);
  return row * ROW_COUNTERS + ((mixed ^ (mixed >>> 13)) & (ROW_COUNTERS - 1));
}
