const MAX_CODES = 4096;
const MAX_CODE_BITS = 12;
/** More than a palette needs, as browsers accept. */
const MAX_MINIMUM_BITS = 11;

/** GIF89a, appendix F. @throws {RangeError} when a code refers to nothing or the data ends too early. */
export function decodeLzw(data: Uint8Array, minimumBits: number, count: number): Uint8Array {
  if (minimumBits < 1 || minimumBits > MAX_MINIMUM_BITS) {
    throw new RangeError('The code size is out of range');
  }
  const clearCode = 1 << minimumBits;
  const endCode = clearCode + 1;
  const reader = new CodeReader(data);
  const table = new StringTable(clearCode);
  const indices = new Uint8Array(count);
  let codeBits = minimumBits + 1;
  let previous = -1;
  let written = 0;
  while (written < count) {
    const code = reader.read(codeBits);
    if (code === endCode) throw new RangeError('The image data ends too early');
    if (code === clearCode) {
      table.clear();
      codeBits = minimumBits + 1;
      previous = -1;
      continue;
    }
    const isNew = code === table.size;
    if (code > table.size || (isNew && previous < 0)) {
      throw new RangeError('The image data refers to an unknown string');
    }
    const start = written;
    written += table.write(isNew ? previous : code, indices, written);
    const first = indices[start] ?? 0;
    // A code used before its definition means the previous string plus that string's first index.
    if (isNew) {
      if (written < count) indices[written] = first;
      written += 1;
    }
    if (previous >= 0) table.add(previous, first);
    if (table.size === 1 << codeBits && codeBits < MAX_CODE_BITS) codeBits += 1;
    previous = code;
  }
  return indices;
}

/** Least significant bit first. */
class CodeReader {
  #position = 0;
  #buffer = 0;
  #bufferedBits = 0;
  readonly #data: Uint8Array;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  read(bits: number): number {
    for (; this.#bufferedBits < bits; this.#bufferedBits += 8) {
      const byte = this.#data[this.#position];
      if (byte === undefined) throw new RangeError('The image data ends too early');
      this.#buffer |= byte << this.#bufferedBits;
      this.#position += 1;
    }
    const code = this.#buffer & ((1 << bits) - 1);
    this.#buffer >>>= bits;
    this.#bufferedBits -= bits;
    return code;
  }
}

/** Strings of palette indices by code: the string of `prefix`, then the index `suffix`. */
class StringTable {
  readonly #prefix = new Uint16Array(MAX_CODES);
  readonly #suffix = new Uint8Array(MAX_CODES);
  readonly #lengths = new Uint16Array(MAX_CODES);
  readonly #rootCount: number;
  size: number;

  constructor(rootCount: number) {
    this.#rootCount = rootCount;
    for (let code = 0; code < rootCount; code += 1) {
      this.#suffix[code] = code;
      this.#lengths[code] = 1;
    }
    this.size = rootCount + 2;
  }

  clear(): void {
    this.size = this.#rootCount + 2;
  }

  add(prefix: number, suffix: number): void {
    if (this.size === MAX_CODES) return;
    this.#prefix[this.size] = prefix;
    this.#suffix[this.size] = suffix;
    this.#lengths[this.size] = (this.#lengths[prefix] ?? 0) + 1;
    this.size += 1;
  }

  /** Cuts at the end of `target`; returns the full length. */
  write(code: number, target: Uint8Array, start: number): number {
    const length = this.#lengths[code] ?? 0;
    let link = code;
    for (let at = start + length - 1; at >= start; at -= 1) {
      if (at < target.length) target[at] = this.#suffix[link] ?? 0;
      link = this.#prefix[link] ?? 0;
    }
    return length;
  }
}
