/**
 * Codecs for browsers without WebAssembly: the browser's own decoder and canvas.
 *
 * - The decoder gets files without metadata; colours and orientation are converted here, as in the other codecs.
 * - The canvas may not write WebP: the spare encoder then gets the pixels.
 * - Only structural damage is detected.
 */

import { planColor } from '../../../imaging/color/plan-color.ts';
import { decodeGif } from '../../../imaging/decoders/decode-gif.ts';
import { orientPixels } from '../../../imaging/orient.ts';
import { resample } from '../../../imaging/resample.ts';
import { inspectWebp } from '../../../imaging/webp/walker.ts';
import type { Pixels, Size } from '../../../shared/pixels.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import type { DrawRequest, Frame, PixelCodecs, PixelDrawing } from '../codecs/codecs.ts';
import { boxOf, isAmple } from '../../../imaging/engine/draw-source.ts';
import { PrepareError } from '../prepare-error.ts';
import { stripColorMetadata } from './strip-color-metadata.ts';

export interface BrowserImaging {
  decode(file: Uint8Array<ArrayBuffer>, mimeType: string): Promise<Pixels>;
  /** The canvas's WebP, in some browsers a PNG. Quality is 0 to 100. */
  encode(pixels: Pixels, quality: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function createNativeCodecs(
  imaging: BrowserImaging,
  spare: Pick<PixelCodecs, 'encodeWebp'>,
): PixelCodecs {
  const encode = async (pixels: Pixels, quality: number): Promise<Uint8Array<ArrayBuffer>> => {
    const file = await imaging.encode(pixels, quality);
    return isWebp(file, pixels) ? file : spare.encodeWebp(pixels, quality).catch(refuse);
  };
  return {
    isParallel: false,
    async draw(request): Promise<PixelDrawing> {
      const upright = await readUpright(request, imaging);
      const frames = drawFrames(upright, request.frames);
      const frameAt = (index: number): Pixels => {
        const frame = frames[index];
        if (frame === undefined) throw new RangeError(`There is no frame ${index}`);
        return frame;
      };
      return {
        encodeMaster: (quality) => encode(upright, quality),
        encodeFrame: async (index, quality) => encode(frameAt(index), quality),
        takeFrame: frameAt,
        close: () => undefined,
      };
    },
    encodeWebp: encode,
  };
}

function isWebp(file: Uint8Array, { width, height }: Size): boolean {
  const inspected = inspectWebp(file);
  return inspected.ok && inspected.value.width === width && inspected.value.height === height;
}

function refuse(cause: unknown): never {
  if (!(cause instanceof PrepareError) || cause.code !== 'codec_unavailable') throw cause;
  throw new PrepareError(
    'codec_unavailable',
    'This browser cannot write WebP, and the part of the image processor that can did not load.',
    { cause },
  );
}

async function readUpright(request: DrawRequest, imaging: BrowserImaging): Promise<Pixels> {
  const { mimeType, info } = request;
  const pixels = await decode(request, imaging);
  const shown = info.aperture ?? info;
  // Rotation and aperture of the container belong to the image, and every browser applies them.
  const isUpright = mimeType === 'image/avif';
  const expected = isUpright ? orientedSize(shown.width, shown.height, info.orientation) : info;
  if (pixels.width !== expected.width || pixels.height !== expected.height) {
    throw new Error('The image’s size is not what its headers declare');
  }
  // The decoder has turned inks into light.
  if (info.color.kind !== 'cmyk') planColor(info.color).conversion?.(pixels);
  return isUpright ? pixels : orientPixels(pixels, info.orientation);
}

async function decode({ mimeType, file }: DrawRequest, imaging: BrowserImaging): Promise<Pixels> {
  if (mimeType === 'image/gif') return decodeGif(file);
  return imaging.decode(stripColorMetadata(mimeType, file), mimeType);
}

function drawFrames(upright: Pixels, frames: readonly Frame[]): Pixels[] {
  const whole = [upright];
  return frames.map((frame) => {
    const from = whole.findLast((image) => isAmple(image, frame)) ?? upright;
    const drawn = resample(from, boxOf(from, frame), frame.size);
    if (frame.fit === 'contain') whole.push(drawn);
    return drawn;
  });
}
