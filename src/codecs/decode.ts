import { BYTES_PER_PIXEL, type Pixels, type Size } from '../lib/pixels.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { CodecEngine } from './engine.ts';

/** 'too_large' if the picture does not fit into the budget, however sound it is. */
export type DecodeFault = 'undecodable' | 'too_large';

/**
 * Decodes a still WebP whose container the walker has found sound. The pixels count against the budget until
 * `releasePixels`. Pass no metadata: the decoder would copy it twice.
 */
export async function decodeWebp(
  { budget, decoder }: CodecEngine,
  file: Uint8Array,
  canvas: Size,
): Promise<Result<Pixels, DecodeFault>> {
  const pixelBytes = canvas.width * canvas.height * BYTES_PER_PIXEL;
  // The decoder copies the pixels out while its own are still there. Emscripten's glue writes the file into the heap
  // without checking malloc's answer, so there must be room for two copies of it as well.
  const isRoom = 2 * file.length + 2 * pixelBytes < budget.availableBytes;
  if (!isRoom || !budget.reserve(pixelBytes)) return err('too_large');
  const { value, outOfMemory } = await decoder.use((codec) => codec.decode(file));
  if (value?.data.length === pixelBytes) return ok(value);
  budget.release(pixelBytes);
  return err(outOfMemory ? 'too_large' : 'undecodable');
}

/** Frees the pixels at once: left to the garbage collector, those of several jobs would add up. */
export function releasePixels({ budget }: CodecEngine, { data }: Pixels): void {
  budget.release(data.length);
  data.buffer.transfer(0);
}
