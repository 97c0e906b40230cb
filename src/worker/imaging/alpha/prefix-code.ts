/** RFC 9649, 3.7.2.1.2. */
const MAX_CODE_BITS = 15;

export interface PrefixCode {
  /** In bits; 0 for an unused symbol. */
  readonly lengths: Uint8Array;
  /** In writing order, lowest bit first. */
  readonly words: Uint16Array;
}

interface Node {
  readonly count: number;
  readonly symbols: readonly number[];
}

/** Canonical; needs two nonzero counts. Raises rare frequencies until no word is too long. */
export function makePrefixCode(counts: ArrayLike<number>): PrefixCode {
  let leastCount = 1;
  let lengths = huffmanLengths(counts, leastCount);
  while (Math.max(...lengths) > MAX_CODE_BITS) {
    leastCount *= 2;
    lengths = huffmanLengths(counts, leastCount);
  }
  const words = new Uint16Array(counts.length);
  let next = 0;
  for (let bits = 1; bits <= MAX_CODE_BITS; bits += 1) {
    next <<= 1;
    lengths.forEach((length, symbol) => {
      if (length === bits) words[symbol] = reverseBits(next++, bits);
    });
  }
  return { lengths, words };
}

export function reverseBits(word: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit += 1) reversed |= ((word >> bit) & 1) << (bits - 1 - bit);
  return reversed;
}

/** Each merge lengthens the words of all symbols below it. */
function huffmanLengths(counts: ArrayLike<number>, leastCount: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const nodes: Node[] = Array.from(counts)
    .map((count, symbol) => ({
      count: Math.max(count, leastCount),
      symbols: [symbol],
      used: count > 0,
    }))
    .filter(({ used }) => used);
  while (nodes.length > 1) {
    nodes.sort((a, b) => b.count - a.count);
    const [a, b] = [nodes.pop(), nodes.pop()];
    const symbols = [...(a?.symbols ?? []), ...(b?.symbols ?? [])];
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
    nodes.push({ count: (a?.count ?? 0) + (b?.count ?? 0), symbols });
  }
  return lengths;
}
