import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../../shared/pixels.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { type DecodeFault, decodePixels, releasePixels } from '../decode.ts';
import { decodeGif } from '../../../imaging/decoders/decode-gif.ts';
import { refuseDamage } from '../../../imaging/engine/jpeg-damage.ts';
import { ImageError, isAllocationFailure, isBrokenFile } from '../../../imaging/image-error.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import { normalizeAvif } from '../../../imaging/source/normalize-avif.ts';
import { keepSegments } from '../../../imaging/source/normalize-jpeg.ts';
import { stripChunkMetadata } from '../../../imaging/source/strip-png.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import { readPlainVp8 } from './decoding-bytes.ts';
import { type FirstFrame, readFirstFrame } from './first-frame.ts';

type Decoded = Result<Pixels, DecodeFault>;

/**
 * The first frame of an animation, on the canvas; a CMYK JPEG as inks. What can be reduced (`isReduced`) is decoded at
 * `size`, as stored and at most its own; others at their own. Pixels count against the budget until `releasePixels`.
 * @throws when a codec cannot be loaded or memory cannot be allocated; the file may be sound.
 */
export async function decodeSource(
  engine: CodecEngine,
  mimeType: ImageType,
  info: SourceInfo,
  file: Uint8Array,
  size: Size = info,
): Promise<Decoded> {
  switch (mimeType) {
    case 'image/gif': {
      const besideBytes = info.width * info.height + file.length;
      return decodeHere(engine, info, besideBytes, () => decodeGif(file));
    }
    case 'image/png':
      return decodeHere(engine, size, file.length, () => shrinkPng(engine, info, file, size));
    case 'image/jpeg':
      return decodeHere(engine, size, 0, () => shrinkJpeg(engine, info, file, size));
    case 'image/avif':
      return withNormalized(engine, file, (normalized) =>
        decodePixels(engine, mimeType, normalized, info),
      );
    case 'image/webp': {
      if (info.animated) return decodeFirstFrame(engine, info, file);
      return decodeHere(engine, size, 0, () => shrinkWebp(engine, info, file, size));
    }
  }
}

/** JavaScript does not count its memory: at most `besideBytes` beside the pixels. */
async function decodeHere(
  { budget }: CodecEngine,
  { width, height }: Size,
  besideBytes: number,
  decode: () => Pixels,
): Promise<Decoded> {
  return budget.reserveFor<Pixels, DecodeFault>(width * height * BYTES_PER_PIXEL, () => {
    if (!budget.reserve(besideBytes)) return err('too_large');
    try {
      const pixels = decode();
      const isAsStated = pixels.width === width && pixels.height === height;
      return isAsStated ? ok(pixels) : err('undecodable');
    } catch (error) {
      return err(faultOf(error));
    } finally {
      budget.release(besideBytes);
    }
  });
}

/** Other errors are about the file. */
function faultOf(error: unknown): DecodeFault {
  if (error instanceof ImageError && error.code === 'out_of_memory') return 'too_large';
  if (error instanceof ImageError || isAllocationFailure(error)) throw error;
  return 'undecodable';
}

/** The engine counts its memory. */
function shrinkJpeg(
  { picture }: CodecEngine,
  { width, height }: Size,
  file: Uint8Array,
  size: Size,
): Pixels {
  return picture.use((engine) => {
    engine.connect({ warn: refuseDamage });
    const actual = engine.openJpeg(keepSegments(file));
    if (actual.width !== width || actual.height !== height) {
      throw new RangeError('The image’s size is not what its headers declare');
    }
    return engine.shrinkJpeg(size);
  });
}

function shrinkPng(
  { picture }: CodecEngine,
  info: SourceInfo,
  file: Uint8Array,
  size: Size,
): Pixels {
  const stripped = stripChunkMetadata(file);
  return picture.use((engine) => engine.shrinkPng(stripped, info, info.hasAlpha, size));
}

function shrinkWebp(
  { picture }: CodecEngine,
  info: SourceInfo,
  file: Uint8Array,
  size: Size,
): Pixels {
  const vp8 = readPlainVp8(info, file);
  const pixels = picture.use((engine) =>
    vp8 === null
      ? engine.shrinkWebpPixels(file, info, info.hasAlpha, size)
      : engine.shrinkWebp(vp8, info, size),
  );
  if (pixels === null) throw new RangeError('The decoder refused the file');
  return pixels;
}

function parse<Parsed>(read: () => Parsed): Result<Parsed, 'undecodable'> {
  try {
    return ok(read());
  } catch (error) {
    if (isBrokenFile(error)) return err('undecodable');
    throw error;
  }
}

/** Counts the normalized copy while it exists. */
async function withNormalized(
  { budget }: CodecEngine,
  file: Uint8Array,
  decode: (normalized: Uint8Array) => Promise<Decoded>,
): Promise<Decoded> {
  const parsed = parse(() => normalizeAvif(file));
  if (!parsed.ok) return parsed;
  const normalized = parsed.value;
  if (normalized.buffer === file.buffer) return decode(normalized);
  const bytes = normalized.length;
  if (!budget.reserve(bytes)) return err('too_large');
  try {
    return await decode(normalized);
  } finally {
    budget.release(bytes);
    (normalized.buffer as ArrayBuffer).transfer(0);
  }
}

async function decodeFirstFrame(
  engine: CodecEngine,
  canvas: Size,
  file: Uint8Array,
): Promise<Decoded> {
  const parsed = parse(() => readFirstFrame(file));
  if (!parsed.ok) return parsed;
  const frame = parsed.value;
  const isInside =
    frame.left + frame.width <= canvas.width && frame.top + frame.height <= canvas.height;
  if (!isInside) return err('undecodable');
  const decoded = await decodePixels(engine, 'image/webp', frame.file, frame);
  const isWhole = frame.width === canvas.width && frame.height === canvas.height;
  if (!decoded.ok || isWhole) return decoded;
  try {
    return await engine.budget.reserveFor(canvas.width * canvas.height * BYTES_PER_PIXEL, () =>
      ok(placeFrame(decoded.value, frame, canvas)),
    );
  } finally {
    releasePixels(engine, decoded.value);
  }
}

/** On a transparent canvas: browsers ignore the file's background colour (RFC 9649, 2.7.1.1). */
function placeFrame(image: Pixels, { left, top }: FirstFrame, { width, height }: Size): Pixels {
  const data = new Uint8ClampedArray(width * height * BYTES_PER_PIXEL);
  const rowBytes = image.width * BYTES_PER_PIXEL;
  for (let row = 0; row < image.height; row += 1) {
    const from = image.data.subarray(row * rowBytes, (row + 1) * rowBytes);
    data.set(from, ((top + row) * width + left) * BYTES_PER_PIXEL);
  }
  return { width, height, data };
}
