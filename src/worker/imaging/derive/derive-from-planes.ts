import type { Size } from '../../../shared/pixels.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { refuseDamage } from '../../../imaging/engine/jpeg-damage.ts';
import type { PictureEngine, SampleRange } from '../../../imaging/engine/picture-engine.ts';
import { keepSegments } from '../../../imaging/source/normalize-jpeg.ts';
import { stripChunkMetadata } from '../../../imaging/source/strip-png.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { encodeWithin } from '../encode.ts';
import { readPlainVp8 } from './decoding-bytes.ts';
import type { DerivativePlan, DeriveFault } from './derivative.ts';
import { WEBP_BYTES_PER_PIXEL } from './encode-derivative.ts';
import type { InspectedImage } from './inspect-image.ts';

type Encoded = Result<Uint8Array<ArrayBuffer>, DeriveFault>;
/** Draws into the engine's planes; null when the file has none. Throws when it is damaged. */
type Draw = (engine: PictureEngine) => true | null;

/** From here on, the resizer averages RGB in boxes in less time than splitting each pixel takes. */
const BOXED_REDUCTION = 6;

/** Of the targets. */
const RANGES: Partial<Record<DerivativePlan['mimeType'], SampleRange>> = {
  'image/webp': 'video',
  'image/jpeg': 'full',
};

/**
 * To JPEG or WebP, luma and chroma are resized: those that a JPEG or WebP stores, or of each pixel of a PNG. Null when the
 * image needs a detour by way of RGB: for a profile, inks, transparency, or another type.
 */
export function deriveFromPlanes(
  { budget, picture }: CodecEngine,
  source: Uint8Array,
  inspected: InspectedImage,
  { mimeType, size, quality }: DerivativePlan,
): Encoded | null {
  const range = RANGES[mimeType];
  if (range === undefined || inspected.toSrgb !== null) return null;
  const draw = chooseDrawing(source, inspected, size, range);
  if (draw === null) return null;
  const expectedBytes = size.width * size.height * WEBP_BYTES_PER_PIXEL;
  const { value, outOfMemory } = encodeWithin(budget, size, expectedBytes, (isLowOnMemory) =>
    picture.attempt((engine) => {
      if (draw(engine) === null) return { file: null };
      const isVideo = range === 'video';
      const encodeWebp = () => engine.encodePlanes(quality, isLowOnMemory);
      return { file: isVideo ? encodeWebp() : engine.encodePlanesAsJpeg(quality) };
    }),
  );
  if (value === null) return err(outOfMemory ? 'too_large' : 'undecodable');
  return value.file && ok(value.file);
}

function chooseDrawing(
  source: Uint8Array,
  { header, info }: InspectedImage,
  size: Size,
  range: SampleRange,
): Draw | null {
  if (header.mimeType === 'image/jpeg') {
    return (engine) => drawJpeg(engine, source, info, size, range);
  }
  if (header.mimeType === 'image/png') {
    const isBoxed = size.width * BOXED_REDUCTION <= header.size.width;
    return isBoxed || info.hasAlpha ? null : (engine) => drawPng(engine, source, info, size, range);
  }
  const vp8 = header.mimeType === 'image/webp' ? readPlainVp8(info, source) : null;
  if (vp8 === null) return null;
  return (engine) => {
    if (engine.shrinkWebpToPlanes(vp8, info, size, range)) return true;
    throw new Error('The decoder refused the file');
  };
}

function drawPng(
  engine: PictureEngine,
  source: Uint8Array,
  info: SourceInfo,
  size: Size,
  range: SampleRange,
): true {
  const { orientation } = info;
  const lyingSize = orientedSize(size.width, size.height, orientation);
  engine.shrinkPngToPlanes(stripChunkMetadata(source), info, lyingSize, orientation, range);
  return true;
}

function drawJpeg(
  engine: PictureEngine,
  source: Uint8Array,
  { width, height, orientation }: SourceInfo,
  size: Size,
  range: SampleRange,
): true | null {
  engine.connect({ warn: refuseDamage });
  const actual = engine.openJpeg(keepSegments(source));
  if (actual.width !== width || actual.height !== height) {
    throw new RangeError('The image’s size is not what its headers declare');
  }
  const lyingSize = orientedSize(size.width, size.height, orientation);
  return engine.shrinkJpegToPlanes(lyingSize, orientation, range) ? true : null;
}
