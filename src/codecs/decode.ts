import decoderFactory from '@jsquash/webp/codec/dec/webp_dec.js';
import decoderWasm from '@jsquash/webp/codec/dec/webp_dec.wasm';

import { err, ok, type Result } from '../lib/result.ts';
import { type CodecFactory, useCodec } from './codec-instance.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { BYTES_PER_PIXEL, type Pixels } from './pixels.ts';
import type { Geometry } from './webp/format.ts';

interface Decoder {
  decode(file: Uint8Array): Pixels | null;
}

/** 'too_large' if the picture does not fit into the budget, however sound it may be. */
export type DecodeFault = 'undecodable' | 'too_large';

/** Emscripten's glue writes the file into the heap without a look at malloc's answer, so that must not fail. */
const fitsGlue = (fileBytes: number, pixelBytes: number, budget: MemoryBudget): boolean =>
  2 * fileBytes + pixelBytes < budget.freeBytes;

/**
 * Decodes a still WebP whose container is sound and whose canvas is `geometry`. The pixels stay counted
 * in `budget` until the caller gives them back. Pass no metadata: the decoder would copy it twice.
 */
export const decodeWebp = async (
  file: Uint8Array,
  geometry: Geometry,
  budget: MemoryBudget,
): Promise<Result<Pixels, DecodeFault>> => {
  const pixelBytes = geometry.width * geometry.height * BYTES_PER_PIXEL;
  // The decoder copies the pixels out while its own are still there, so they are counted beforehand.
  if (!budget.take(pixelBytes)) return err('too_large');
  const { value, outOfMemory } = fitsGlue(file.length, pixelBytes, budget)
    ? await useCodec(decoderFactory as CodecFactory<Decoder>, decoderWasm, budget, (decoder) =>
        decoder.decode(file),
      )
    : { value: null, outOfMemory: true };
  if (value?.data.length === pixelBytes) return ok(value);
  budget.give(pixelBytes);
  return err(outOfMemory ? 'too_large' : 'undecodable');
};
