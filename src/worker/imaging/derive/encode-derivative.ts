import { defaultOptions as avifOptions } from '@jsquash/avif/meta.js';
import { BYTES_PER_PIXEL, type Pixels } from '../../../shared/pixels.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { encodeWebp } from '../encode.ts';
import { encodeGif, gifEncoderBytes } from '../encoders/encode-gif.ts';
import type { HeldImage, PictureEngine } from '../../../imaging/engine/picture-engine.ts';
import type { DerivativePlan } from './derivative.ts';

type Encoded = Result<Uint8Array<ArrayBuffer>, 'too_large'>;

/** Typical of photographs. */
export const WEBP_BYTES_PER_PIXEL = 0.25;
/** Slower speeds take as long as a request may, and below 7 three times the memory. */
const AVIF_SPEED = 8;

/** May change the pixels: JPEG replaces transparency by white. @throws when a codec cannot be loaded, or refuses. */
export async function encodeDerivative(
  engine: CodecEngine,
  pixels: Pixels,
  { mimeType, quality }: DerivativePlan,
  isOpaque = false,
): Promise<Encoded> {
  switch (mimeType) {
    case 'image/webp': {
      const expectedBytes = pixels.width * pixels.height * WEBP_BYTES_PER_PIXEL;
      return encodeWebp(engine, pixels, quality, {
        hasAlpha: !isOpaque && hasAlpha(pixels),
        expectedBytes,
      });
    }
    case 'image/jpeg':
      if (!isOpaque) flattenOnWhite(pixels);
      return encodeHeld(engine, pixels, (picture, held) => picture.encodeJpeg(held, quality));
    case 'image/avif':
      return encodeAvif(engine, pixels, quality);
    case 'image/png':
      return encodeHeld(engine, pixels, (picture, held) => picture.encodePng(held));
    case 'image/gif':
      return encodeGifWithin(engine, pixels);
  }
}

function hasAlpha({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += BYTES_PER_PIXEL) if (data[at] !== 255) return true;
  return false;
}

function flattenOnWhite({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += BYTES_PER_PIXEL) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = 255 + (((data[channel] ?? 0) - 255) * alpha) / 255;
    }
    data[at + 3] = 255;
  }
}

/** The engine counts its memory. */
function encodeHeld(
  { picture }: CodecEngine,
  pixels: Pixels,
  encode: (engine: PictureEngine, held: HeldImage) => Uint8Array<ArrayBuffer>,
): Encoded {
  const { value, outOfMemory } = picture.attempt((engine) => encode(engine, engine.hold(pixels)));
  return encodedOf(value, outOfMemory);
}

async function encodeAvif(
  { budget, avifEncoder }: CodecEngine,
  { data, width, height }: Pixels,
  quality: number,
): Promise<Encoded> {
  // The encoder holds two copies of the pixels.
  if (2 * data.length >= budget.availableBytes) return err('too_large');
  const { value, outOfMemory } = await avifEncoder.use((encoder) =>
    encoder.encode(data, width, height, { ...avifOptions, quality, speed: AVIF_SPEED }),
  );
  return encodedOf(value, outOfMemory);
}

function encodedOf(value: Uint8Array<ArrayBuffer> | null, outOfMemory: boolean): Encoded {
  if (value !== null) return ok(value);
  if (outOfMemory) return err('too_large');
  throw new Error('The encoder refused sound pixels');
}

function encodeGifWithin({ budget }: CodecEngine, pixels: Pixels): Encoded {
  const bytes = gifEncoderBytes(pixels);
  if (!budget.reserve(bytes)) return err('too_large');
  try {
    return ok(encodeGif(pixels));
  } finally {
    budget.release(bytes);
  }
}
