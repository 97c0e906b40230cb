/** ITU-T T.81, annex C. */
export interface HuffmanTable {
  /** For lengths 1 to 16: the first code, the number of codes, and the index of their first symbol. */
  readonly firstCodes: readonly number[];
  readonly counts: readonly number[];
  readonly offsets: readonly number[];
  readonly symbols: Uint8Array;
}

const MAX_CODE_BITS = 16;

/** Keys are class and number, as in the first byte (annex B.2.4.2). */
export function readHuffmanTables(payload: Uint8Array): Map<number, HuffmanTable> {
  const tables = new Map<number, HuffmanTable>();
  for (let at = 0; at + 1 + MAX_CODE_BITS <= payload.length;) {
    const counts = [...payload.subarray(at + 1, at + 1 + MAX_CODE_BITS)];
    const firstCodes: number[] = [];
    const offsets: number[] = [];
    let code = 0;
    let offset = 0;
    for (const count of counts) {
      firstCodes.push(code);
      offsets.push(offset);
      code = (code + count) * 2;
      offset += count;
    }
    const start = at + 1 + MAX_CODE_BITS;
    const symbols = payload.subarray(start, start + offset);
    tables.set(payload[at] ?? 0, { firstCodes, counts, offsets, symbols });
    at = start + offset;
  }
  return tables;
}

/** Annex F.2.2. Each read throws a RangeError past the end. */
export class EntropyReader {
  readonly #data: Uint8Array;
  #at: number;
  #byte = 0;
  #bitsLeft = 0;

  constructor(data: Uint8Array, start: number) {
    this.#data = data;
    this.#at = start;
  }

  /** Unread bytes, without fill bytes before the next marker (annex B.1.1.2). */
  get bytesLeft(): number {
    let end = this.#data.length;
    while (end > this.#at && this.#data[end - 1] === 0xff) end -= 1;
    return end - this.#at;
  }

  readBit(): number {
    if (this.#bitsLeft === 0) {
      this.#byte = this.#data[this.#at] ?? 0;
      const isMarker = this.#byte === 0xff && this.#data[this.#at + 1] !== 0;
      if (this.#at >= this.#data.length || isMarker) {
        throw new RangeError('The image data end too early');
      }
      this.#at += this.#byte === 0xff ? 2 : 1;
      this.#bitsLeft = 8;
    }
    this.#bitsLeft -= 1;
    return (this.#byte >> this.#bitsLeft) & 1;
  }

  readBits(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) value = value * 2 + this.readBit();
    return value;
  }

  /** A leading 0 means negative. */
  readSigned(bits: number): number {
    const value = this.readBits(bits);
    return value < 2 ** (bits - 1) ? value - 2 ** bits + 1 : value;
  }

  readSymbol({ firstCodes, counts, offsets, symbols }: HuffmanTable): number {
    let code = 0;
    for (let length = 0; length < MAX_CODE_BITS; length += 1) {
      code = code * 2 + this.readBit();
      const index = code - (firstCodes[length] ?? 0);
      if (index < (counts[length] ?? 0)) return symbols[(offsets[length] ?? 0) + index] ?? 0;
    }
    throw new RangeError('The image data have an unknown code');
  }

  restart(): void {
    this.#bitsLeft = 0;
    while (this.#data[this.#at] === 0xff && this.#data[this.#at + 1] === 0xff) this.#at += 1;
    const marker = this.#data[this.#at + 1] ?? 0;
    if (this.#data[this.#at] !== 0xff || marker < 0xd0 || marker > 0xd7) {
      throw new RangeError('A restart marker is missing');
    }
    this.#at += 2;
  }
}
