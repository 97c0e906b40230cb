import { err, ok, type Result } from '../lib/result.ts';
import type { CodecEngine } from './engine.ts';
import { BYTES_PER_PIXEL, type Pixels } from './pixels.ts';
import type { Geometry } from './webp/format.ts';

/** 'too_large' if the picture does not fit into the budget, however sound it may be. */
export type DecodeFault = 'undecodable' | 'too_large';

/**
 * Decodes a still WebP whose container is sound and whose canvas is `geometry`. The pixels stay counted
 * in the budget until `releasePixels`. Pass no metadata: the decoder would copy it twice.
 */
export const decodeWebp = async (
  { budget, decoder }: CodecEngine,
  file: Uint8Array,
  geometry: Geometry,
): Promise<Result<Pixels, DecodeFault>> => {
  const pixelBytes = geometry.width * geometry.height * BYTES_PER_PIXEL;
  // The decoder copies the pixels out while its own are still there. Emscripten's glue writes the file
  // into the heap without a look at malloc's answer, so there must be room for two copies of it as well.
  const isRoom = 2 * file.length + 2 * pixelBytes < budget.availableBytes;
  if (!isRoom || !budget.take(pixelBytes)) return err('too_large');
  const { value, outOfMemory } = await decoder.use((codec) => codec.decode(file));
  if (value?.data.length === pixelBytes) return ok(value);
  budget.give(pixelBytes);
  return err(outOfMemory ? 'too_large' : 'undecodable');
};

/** Frees the pixels at once: left to the garbage collector, those of several jobs would lie about together. */
export const releasePixels = ({ budget }: CodecEngine, { data }: Pixels): void => {
  budget.give(data.length);
  data.buffer.transfer(0);
};
