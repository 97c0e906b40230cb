import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../shared/pixels.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { CodecEngine } from './codec-engine.ts';
import { decodeAvif } from '../../imaging/decoders/wasm-decoder.ts';

/** 'too_large' does not mean that the image is invalid. */
export type DecodeFault = 'undecodable' | 'too_large';

/**
 * The pixels count against the budget until `releasePixels`. Needs a normalized file without metadata, as the decoder
 * copies it twice.
 * @throws when a codec cannot be loaded or memory cannot be allocated; the file may be sound.
 */
export async function decodePixels(
  { avifDecoder, budget, picture }: CodecEngine,
  mimeType: 'image/avif' | 'image/webp',
  file: Uint8Array,
  size: Size,
): Promise<Result<Pixels, DecodeFault>> {
  const pixelBytes = size.width * size.height * BYTES_PER_PIXEL;
  // The decoder holds two copies of the file, and of the pixels while it copies them out.
  const isRoom = 2 * file.length + 2 * pixelBytes < budget.availableBytes;
  if (!isRoom) return err('too_large');
  return budget.reserveFor<Pixels, DecodeFault>(pixelBytes, async () => {
    const { value, outOfMemory } =
      mimeType === 'image/avif'
        ? await avifDecoder.use((decoder) => decodeAvif(decoder, file))
        : picture.attempt((engine) => engine.decodeWebp(file));
    if (value?.width === size.width && value.height === size.height) return ok(value);
    return err(value === null && outOfMemory ? 'too_large' : 'undecodable');
  });
}

/** Garbage collection would leave the pixels of several jobs. */
export function releasePixels({ budget }: CodecEngine, { data }: Pixels): void {
  budget.release(data.length);
  data.buffer.transfer(0);
}
