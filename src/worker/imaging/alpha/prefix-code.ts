/** RFC 9649, 3.7.2.1.2: no code word is longer. */
const MAX_CODE_BITS = 15;

export interface PrefixCode {
  /** Bits of each symbol's code word; 0 for a symbol that does not occur. */
  readonly lengths: Uint8Array;
  /** The code words, first bit lowest, as they are written. */
  readonly words: Uint16Array;
}

interface Node {
  readonly count: number;
  readonly symbols: readonly number[];
}

/**
 * Makes a canonical prefix code for symbols that occur as often as `counts` says, at least two of them. Rare symbols
 * are counted as less rare until no word is too long.
 */
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

/** The lowest `bits` bits of a word in reverse order. */
export function reverseBits(word: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit += 1) reversed |= ((word >> bit) & 1) << (bits - 1 - bit);
  return reversed;
}

/** Code lengths by Huffman's method; each merge makes the words of all symbols below it one bit longer. */
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
