import type { Size } from '../../../shared/pixels.ts';
import { BitWriter } from './bit-writer.ts';
import { makePrefixCode, type PrefixCode, reverseBits } from './prefix-code.ts';
import { LENGTH_SYMBOLS, LITERAL_SYMBOLS, tokenise } from './tokens.ts';

/** Lossless compression in bits 0 and 1, horizontal filtering in bits 2 and 3 (RFC 9649, 2.7.1.2). */
const ALPH_HEADER = 0b0000_0101;

/** The unused repeat symbols, by their position in the code length code. */
const LENGTH_CODE_SYMBOLS = 19;
const REPEATING_SYMBOLS_AT: ReadonlySet<number> = new Set([0, 1, 8]);
const LENGTH_BITS = 4;

const HEADER_BITS =
  3 + 5 + 3 * LENGTH_CODE_SYMBOLS + 1 + LENGTH_BITS * (LITERAL_SYMBOLS + LENGTH_SYMBOLS) + 4 * 4;

/** At `first`, and at every `step`-th sample after it. */
export interface AlphaSamples extends Size {
  readonly samples: Uint8Array | Uint8ClampedArray;
  readonly first: number;
  readonly step: number;
}

/**
 * Payload of an ALPH chunk: horizontal prediction, runs and one prefix code (RFC 9649, 2.7.1.2 and 3). Libwebp
 * compresses slightly better, but needs 120 MiB for 4 megapixels, more than an isolate has.
 */
export function encodeAlpha(alpha: AlphaSamples): Uint8Array<ArrayBuffer> {
  const residuals = filterAlpha(alpha);
  const { counts, extraBits } = countTokens(residuals);
  const code = makePrefixCode(counts);
  const { lengths, words } = code;
  const dataBits = counts.reduce((sum, count, i) => sum + count * (lengths[i] ?? 0), extraBits);
  const bits = new BitWriter(1 + Math.ceil((HEADER_BITS + dataBits) / 8));
  bits.write(ALPH_HEADER, 8);
  writeHeader(bits, code);
  const writeSymbol = (symbol: number): void =>
    bits.write(words[symbol] ?? 0, lengths[symbol] ?? 0);
  tokenise(residuals, {
    literal: writeSymbol,
    run: ({ symbol, extra, extraBits: extraLength }) => {
      writeSymbol(symbol);
      bits.write(extra, extraLength);
    },
  });
  return bits.finish();
}

/** Differences from the left neighbours (above, in column 0). */
function filterAlpha({ samples, first, step, width, height }: AlphaSamples): Uint8Array {
  const residuals = new Uint8Array(width * height);
  for (let i = 0; i < residuals.length; i += 1) {
    const predictor = i % width === 0 ? i - width : i - 1;
    const predicted = predictor < 0 ? 0 : (samples[first + step * predictor] ?? 0);
    residuals[i] = (samples[first + step * i] ?? 0) - predicted;
  }
  return residuals;
}

function countTokens(residuals: Uint8Array): { counts: Uint32Array; extraBits: number } {
  const counts = new Uint32Array(LITERAL_SYMBOLS + LENGTH_SYMBOLS);
  const count = (symbol: number): void => {
    counts[symbol] = (counts[symbol] ?? 0) + 1;
  };
  // A code of a single word needs another form, so these two symbols always occur.
  count(0);
  count(LITERAL_SYMBOLS);
  let extraBits = 0;
  tokenise(residuals, {
    literal: count,
    run: (prefix) => {
      count(prefix.symbol);
      extraBits += prefix.extraBits;
    },
  });
  return { counts, extraBits };
}

/** No transform, no colour cache, one group of five codes (RFC 9649, 3.7). */
function writeHeader(bits: BitWriter, { lengths }: PrefixCode): void {
  bits.write(0, 3);
  // The code of green, which carries alpha; its lengths are words of 4 bits.
  bits.write(0, 1);
  bits.write(LENGTH_CODE_SYMBOLS - 4, 4);
  for (let i = 0; i < LENGTH_CODE_SYMBOLS; i += 1) {
    bits.write(REPEATING_SYMBOLS_AT.has(i) ? 0 : LENGTH_BITS, 3);
  }
  bits.write(0, 1);
  for (const length of lengths) bits.write(reverseBits(length, LENGTH_BITS), LENGTH_BITS);
  // Red, blue and alpha are always 0, and the distance is always symbol 1, the previous sample: words of no bits.
  for (const simpleCode of [0b0001, 0b0001, 0b0001, 0b1001]) bits.write(simpleCode, 4);
}
