/** Codes up to this length use a lookup table; longer ones are read bit by bit. */
const DIRECT_BITS = 10;
const DIRECT_MASK = 2 ** DIRECT_BITS - 1;
const MAX_CODE_BITS = 15;
/** An entry has the code's length in its lower bits and the symbol above. */
export const LENGTH_BITS = 4;
export const LENGTH_MASK = 2 ** LENGTH_BITS - 1;

/** RFC 1951, 3.2.2. Leaves the check of invalid code sets to the decoder. */
export class PrefixTable {
  readonly #direct = new Uint16Array(2 ** DIRECT_BITS);
  readonly #counts = new Uint16Array(MAX_CODE_BITS + 1);
  readonly #firstCodes = new Uint16Array(MAX_CODE_BITS + 1);
  readonly #offsets = new Uint16Array(MAX_CODE_BITS + 1);
  readonly #symbols: Uint16Array;

  constructor(maxSymbols: number) {
    this.#symbols = new Uint16Array(maxSymbols);
  }

  /** Takes the code length of each symbol in bits; 0 means no code. */
  define(lengths: Uint8Array): void {
    this.#direct.fill(0);
    this.#counts.fill(0);
    for (const length of lengths) this.#counts[length] = (this.#counts[length] ?? 0) + 1;
    this.#counts[0] = 0;
    for (let bits = 1; bits <= MAX_CODE_BITS; bits += 1) {
      const before = this.#counts[bits - 1] ?? 0;
      this.#firstCodes[bits] = ((this.#firstCodes[bits - 1] ?? 0) + before) << 1;
      this.#offsets[bits] = (this.#offsets[bits - 1] ?? 0) + before;
    }
    const added = new Uint16Array(MAX_CODE_BITS + 1);
    for (let symbol = 0; symbol < lengths.length; symbol += 1) {
      const bits = lengths[symbol] ?? 0;
      if (bits === 0) continue;
      const index = added[bits] ?? 0;
      added[bits] = index + 1;
      this.#symbols[(this.#offsets[bits] ?? 0) + index] = symbol;
      if (bits <= DIRECT_BITS) this.#addDirect((this.#firstCodes[bits] ?? 0) + index, bits, symbol);
    }
  }

  /** Returns the entry whose code begins `bits`, least significant first; 0 for none. */
  find(bits: number): number {
    const entry = this.#direct[bits & DIRECT_MASK] ?? 0;
    return entry > 0 ? entry : this.#search(bits);
  }

  #addDirect(code: number, length: number, symbol: number): void {
    let reversed = 0;
    for (let bit = 0; bit < length; bit += 1) reversed = (reversed << 1) | ((code >> bit) & 1);
    const entry = (symbol << LENGTH_BITS) | length;
    for (let at = reversed; at <= DIRECT_MASK; at += 2 ** length) this.#direct[at] = entry;
  }

  #search(bits: number): number {
    let code = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length += 1) {
      code = (code << 1) | ((bits >> (length - 1)) & 1);
      const index = code - (this.#firstCodes[length] ?? 0);
      if (index < 0 || index >= (this.#counts[length] ?? 0)) continue;
      const symbol = this.#symbols[(this.#offsets[length] ?? 0) + index] ?? 0;
      return (symbol << LENGTH_BITS) | length;
    }
    return 0;
  }
}
