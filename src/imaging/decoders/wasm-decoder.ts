import type { Pixels } from '../../shared/pixels.ts';

/** Pass exactly the declared arguments: embind counts them. */
export interface WasmDecoder {
  decode(file: Uint8Array, ...option: readonly (boolean | number)[]): Pixels | null;
}

const BITS_PER_CHANNEL = 8;

/** The stored pixels; null when the decoder refuses the file. */
export function decodeAvif(decoder: WasmDecoder, normalized: Uint8Array): Pixels | null {
  return decoder.decode(normalized, BITS_PER_CHANNEL);
}
