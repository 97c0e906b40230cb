/**
 * Draws indices below `count` by a Zipf law: rank n has a weight of n to the power of -`exponent`. Deterministic by
 * seed (mulberry32).
 */
export function drawZipf(count: number, exponent: number, seed: number): () => number {
  const bounds = new Float64Array(count);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    sum += (index + 1) ** -exponent;
    bounds[index] = sum;
  }
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    const drawn = (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((bounds[middle] ?? sum) > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
