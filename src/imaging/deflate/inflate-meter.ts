/**
 * Counts the bytes that a zlib stream inflates to (RFC 1950 and 1951) without inflating it.
 *
 * - Decoders inflate to the end of the stream, also past the last row of an image.
 * - It checks neither codes nor checksums. Streams that it cannot read, no decoder can.
 * - A step needs all its bytes buffered, so up to STEP_BYTES at the end stay uncounted: at most 0.6 MB inflated.
 */

import { LENGTH_BITS, LENGTH_MASK, PrefixTable } from './prefix-table.ts';

export interface InflateLimits {
  readonly inflatedBytes: number;
  /** Huffman-coded blocks: decoders build tables for each, also for empty ones. */
  readonly codedBlocks: number;
}

interface BlockCodes {
  readonly literals: PrefixTable;
  readonly distances: PrefixTable;
}

type Stage = 'zlib_header' | 'block' | 'stored' | 'symbols' | 'end';

const BUFFER_BYTES = 65_536;
/** The longest step, a block's code definitions: 320 lengths of 14 bits and their header. */
const STEP_BYTES = 600;
/** Bytes needed per symbol, which has at most 48 bits. */
const SYMBOL_BYTES = 8;
const NEEDED_BYTES: Readonly<Record<Stage, number>> = {
  zlib_header: SYMBOL_BYTES,
  block: STEP_BYTES,
  stored: 1,
  symbols: SYMBOL_BYTES,
  end: Infinity,
};

const STORED_BLOCK = 0;
const FIXED_BLOCK = 1;
const DYNAMIC_BLOCK = 2;
const END_OF_BLOCK = 256;
const FIRST_LENGTH = 257;
const FIRST_NO_LITERAL = END_OF_BLOCK << LENGTH_BITS;
const LITERALS = 288;
const DISTANCES = 32;
/** Order of code length codes, and the repeat symbols (RFC 1951, 3.2.7). */
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const COPY_BEFORE = 16;
const FEW_ZEROS = 17;
/** Base length and extra bits of each symbol from 257 (3.2.5). */
const STRING_BYTES = Uint16Array.from(
  '3 4 5 6 7 8 9 10 11 13 15 17 19 23 27 31 35 43 51 59 67 83 99 115 131 163 195 227 258'.split(
    ' ',
  ),
  Number,
);
const STRING_BITS = Uint8Array.from(
  '0 0 0 0 0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 0'.split(' '),
  Number,
);

export class InflateMeter {
  readonly #limits: InflateLimits;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  readonly #view = new DataView(this.#buffer.buffer);
  #bitAt = 0;
  #end = 0;
  #stage: Stage = 'zlib_header';
  #isLastBlock = false;
  #storedBytes = 0;
  #codedBlocks = 0;
  #inflatedBytes = 0;
  #isBroken = false;
  readonly #codes: BlockCodes = { literals: makeTable(), distances: makeTable() };
  #fixedCodes: BlockCodes | null = null;
  #block = this.#codes;

  constructor(limits: InflateLimits) {
    this.#limits = limits;
  }

  get inflatedBytes(): number {
    return this.#inflatedBytes;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Ignores bytes after the end of the stream. @throws {RangeError} when the stream exceeds its limits. */
  push(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length && this.#stage !== 'end';) {
      const piece = bytes.subarray(from, from + BUFFER_BYTES - this.#end);
      this.#buffer.set(piece, this.#end);
      this.#end += piece.length;
      from += piece.length;
      this.#read();
      const at = this.#bitAt >> 3;
      this.#buffer.copyWithin(0, at, this.#end);
      this.#end -= at;
      this.#bitAt &= 7;
    }
  }

  #read(): void {
    while (this.#end - (this.#bitAt >> 3) >= NEEDED_BYTES[this.#stage]) {
      this.#step();
      if (this.#inflatedBytes > this.#limits.inflatedBytes) {
        throw new RangeError('The compressed data go on where they should have ended');
      }
      if (this.#codedBlocks > this.#limits.codedBlocks) {
        throw new RangeError('There are too many blocks of compressed data');
      }
    }
  }

  #step(): void {
    switch (this.#stage) {
      case 'zlib_header':
        this.#takeBits(16);
        this.#stage = 'block';
        return;
      case 'block':
        return this.#beginBlock();
      case 'stored':
        return this.#skipStored();
      case 'symbols':
        return this.#readSymbols();
      case 'end':
    }
  }

  #beginBlock(): void {
    this.#isLastBlock = this.#takeBits(1) === 1;
    const type = this.#takeBits(2);
    if (type === STORED_BLOCK) {
      this.#bitAt = (this.#bitAt + 7) & ~7;
      this.#storedBytes = this.#takeBits(16);
      this.#takeBits(16);
      this.#stage = 'stored';
      if (this.#storedBytes === 0) this.#endBlock();
      return;
    }
    this.#codedBlocks += 1;
    this.#stage = 'symbols';
    if (type === DYNAMIC_BLOCK) return this.#defineCodes();
    if (type !== FIXED_BLOCK) return this.#giveUp();
    this.#fixedCodes ??= makeFixedCodes();
    this.#block = this.#fixedCodes;
  }

  #endBlock(): void {
    this.#stage = this.#isLastBlock ? 'end' : 'block';
  }

  #giveUp(): void {
    this.#isBroken = true;
    this.#stage = 'end';
  }

  #skipStored(): void {
    const count = Math.min(this.#storedBytes, this.#end - (this.#bitAt >> 3));
    this.#bitAt += count * 8;
    this.#storedBytes -= count;
    this.#inflatedBytes += count;
    if (this.#storedBytes === 0) this.#endBlock();
  }

  #defineCodes(): void {
    this.#block = this.#codes;
    const { literals, distances } = this.#codes;
    const literalCount = FIRST_LENGTH + this.#takeBits(5);
    const distanceCount = 1 + this.#takeBits(5);
    const own = new Uint8Array(LENGTHS_ORDER.length);
    const ownCount = 4 + this.#takeBits(4);
    for (const symbol of LENGTHS_ORDER.slice(0, ownCount)) own[symbol] = this.#takeBits(3);
    literals.define(own);
    const lengths = new Uint8Array(literalCount + distanceCount);
    for (let at = 0; at < lengths.length;) {
      const symbol = this.#takeSymbol(literals);
      if (symbol === null) return this.#giveUp();
      const times = symbol < COPY_BEFORE ? 1 : this.#takeTimes(symbol);
      const length = symbol === COPY_BEFORE ? (lengths[at - 1] ?? 0) : symbol;
      lengths.fill(symbol > COPY_BEFORE ? 0 : length, at, at + times);
      at += times;
    }
    literals.define(lengths.subarray(0, literalCount));
    distances.define(lengths.subarray(literalCount));
  }

  #takeTimes(symbol: number): number {
    if (symbol === COPY_BEFORE) return 3 + this.#takeBits(2);
    return symbol === FEW_ZEROS ? 3 + this.#takeBits(3) : 11 + this.#takeBits(7);
  }

  /** The hot loop: local variables are faster than fields. */
  #readSymbols(): void {
    const { literals, distances } = this.#block;
    const view = this.#view;
    const lastBit = (this.#end - SYMBOL_BYTES) * 8 + 7;
    const mostBytes = this.#limits.inflatedBytes;
    let bitAt = this.#bitAt;
    let inflatedBytes = this.#inflatedBytes;
    let index = 0;
    let distance = 1;
    while (bitAt <= lastBit && inflatedBytes <= mostBytes) {
      const bits = view.getUint32(bitAt >> 3, true) >>> (bitAt & 7);
      const entry = literals.find(bits);
      bitAt += entry & LENGTH_MASK;
      if (entry < FIRST_NO_LITERAL && entry > 0) {
        inflatedBytes += 1;
        continue;
      }
      index = entry === 0 ? STRING_BITS.length : (entry >> LENGTH_BITS) - FIRST_LENGTH;
      const moreBits = STRING_BITS[index];
      if (moreBits === undefined) break;
      const more = (bits >>> (entry & LENGTH_MASK)) & ((1 << moreBits) - 1);
      inflatedBytes += (STRING_BYTES[index] ?? 0) + more;
      bitAt += moreBits;
      distance = distances.find(view.getUint32(bitAt >> 3, true) >>> (bitAt & 7));
      if (distance === 0) break;
      bitAt += (distance & LENGTH_MASK) + Math.max(0, (distance >> (LENGTH_BITS + 1)) - 1);
    }
    this.#bitAt = bitAt;
    this.#inflatedBytes = inflatedBytes;
    if (index < 0) this.#endBlock();
    else if (index >= STRING_BITS.length || distance === 0) this.#giveUp();
  }

  #takeSymbol(table: PrefixTable): number | null {
    const entry = table.find(this.#peekBits());
    if (entry === 0) return null;
    this.#bitAt += entry & LENGTH_MASK;
    return entry >> LENGTH_BITS;
  }

  /** Takes at most 16 bits. */
  #takeBits(count: number): number {
    const value = this.#peekBits() & (2 ** count - 1);
    this.#bitAt += count;
    return value;
  }

  /** Returns at least 25 bits, least significant first. */
  #peekBits(): number {
    return this.#view.getUint32(this.#bitAt >> 3, true) >>> (this.#bitAt & 7);
  }
}

function makeTable(): PrefixTable {
  return new PrefixTable(LITERALS);
}

/** RFC 1951, 3.2.6. */
function makeFixedCodes(): BlockCodes {
  const codes = { literals: makeTable(), distances: makeTable() };
  codes.literals.define(new Uint8Array(LITERALS).fill(8).fill(9, 144).fill(7, 256).fill(8, 280));
  codes.distances.define(new Uint8Array(DISTANCES).fill(5));
  return codes;
}
