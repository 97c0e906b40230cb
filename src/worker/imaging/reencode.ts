import type { Size } from '../../shared/pixels.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { encodeAlpha } from './alpha/encode-alpha.ts';
import type { CodecEngine } from './codec-engine.ts';
import type { CodecOutcome } from '../../imaging/codec-host.ts';
import type { DecodeFault } from './decode.ts';
import type { PictureEngine } from '../../imaging/engine/picture-engine.ts';
import type { Planes } from '../../imaging/engine/planes.ts';

/** Heap of libwebp for a lossy image and its tokens, measured and rounded up. */
const HEAP_BYTES_PER_PIXEL = 3;
const HEAP_BYTES_PER_OUTPUT_BYTE = 22;
/** Limit for tokens: the heap that the largest lossless source needs anyway. */
const MAX_TOKENS_HEAP_BYTES = 48 * 1024 * 1024;

/** `alph` is the payload of an ALPH chunk; null for an opaque image. */
export interface Reencoded {
  readonly color: Uint8Array<ArrayBuffer>;
  readonly alph: Uint8Array | null;
}

/** Needs a still WebP without metadata, whose headers state `size`. @throws when the codec cannot be loaded. */
export async function readPlanes<Read extends string>(
  { picture }: CodecEngine,
  image: readonly Uint8Array[],
  size: Size,
  read: (planes: Planes) => Read,
): Promise<Result<Read, DecodeFault>> {
  const { value, outOfMemory } = picture.attempt((engine) => {
    const planes = engine.decodePlanes(image, size);
    return planes === null ? null : read(planes);
  });
  if (value !== null) return ok(value);
  return err(outOfMemory ? 'too_large' : 'undecodable');
}

/**
 * Lossy; quality is 0 to 100. The planes of a lossy source are never converted to RGB, and alpha is kept losslessly.
 * Libwebp takes two passes, and half as long again, when the tokens of a result of the source's size exceed the limit.
 * @throws when the codec cannot be loaded; the file may be sound.
 */
export async function reencodeWebp(
  { budget, picture }: CodecEngine,
  image: readonly Uint8Array[],
  size: Size,
  quality: number,
  paint: (planes: Planes) => void,
): Promise<Result<Reencoded, DecodeFault>> {
  let isDecoded = false;
  const attempt = (isLowOnMemory: boolean): CodecOutcome<Reencoded> =>
    picture.attempt((engine) => {
      isDecoded = false;
      const planes = engine.decodePlanes(image, size);
      if (planes === null) return null;
      isDecoded = true;
      paint(planes);
      return encodePlanes(engine, planes, quality, isLowOnMemory);
    });
  const isLow =
    estimateHeapBytes(image, size) > Math.min(budget.availableBytes, MAX_TOKENS_HEAP_BYTES);
  const first = attempt(isLow);
  const isWorthAnother = first.outOfMemory && isDecoded && !isLow;
  const outcome = isWorthAnother ? attempt(true) : first;
  if (outcome.value !== null) return ok(outcome.value);
  if (outcome.outOfMemory) return err('too_large');
  if (!isDecoded) return err('undecodable');
  throw new Error('The WebP encoder refused sound pixels');
}

function encodePlanes(
  engine: PictureEngine,
  { width, height, alpha }: Planes,
  quality: number,
  isLowOnMemory: boolean,
): Reencoded {
  // Before encoding, which moves the planes.
  const alph =
    alpha === null ? null : encodeAlpha({ width, height, samples: alpha, first: 0, step: 1 });
  return { color: engine.encodePlanes(quality, isLowOnMemory), alph };
}

function estimateHeapBytes(image: readonly Uint8Array[], { width, height }: Size): number {
  const imageBytes = image.reduce((sum, piece) => sum + piece.length, 0);
  return HEAP_BYTES_PER_PIXEL * width * height + HEAP_BYTES_PER_OUTPUT_BYTE * imageBytes;
}
