import webpEncoderFactory from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import webpEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.wasm';
import { defaultOptions } from '@jsquash/webp/meta.js';

import type { WasmEncoder } from '../../src/worker/imaging/codec-engine.ts';
import { CodecHost } from '../../src/imaging/codec-host.ts';
import { decodePixels } from '../../src/worker/imaging/decode.ts';
import { createEngine } from '../../src/worker/imaging/engine.ts';
import type { Pixels } from '../../src/shared/pixels.ts';
import { inspectWebp } from '../../src/imaging/webp/walker.ts';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Has unlimited memory, unlike the engine under test. */
const engine = createEngine(2 ** 31);
/** Another build of libwebp than the Worker's, with all of its options. */
const encoder = new CodecHost<WasmEncoder>(webpEncoderFactory, webpEncoder, engine.budget);

/** A picture of the given size, painted by `paint`. */
export const makePixels = (
  width: number,
  height: number,
  paint: (x: number, y: number) => Rgba,
): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) data.set(paint(x, y), at);
  }
  return { width, height, data };
};

/** Incompressible noise. */
export const makeNoise = (width: number, height: number, isOpaque: boolean): Pixels => {
  const bytes = new Uint8Array(width * height * 4);
  for (let at = 0; at < bytes.length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  }
  if (isOpaque) for (let at = 3; at < bytes.length; at += 4) bytes[at] = 255;
  return { width, height, data: new Uint8ClampedArray(bytes.buffer) };
};

/** Encodes with libwebp in unlimited memory; `options` override its defaults. */
export const makeWebp = async (
  { data, width, height }: Pixels,
  options: Partial<typeof defaultOptions> = { quality: 80 },
): Promise<Uint8Array<ArrayBuffer>> => {
  const { value } = await encoder.use((codec) =>
    codec.encode(data, width, height, { ...defaultOptions, ...options }),
  );
  if (value === null) throw new Error('The encoder refused the test picture');
  return value;
};

/** The pixels of a WebP file that must be sound. */
export const readPixels = async (file: Uint8Array): Promise<Pixels> => {
  const info = inspectWebp(file);
  if (!info.ok) throw new Error(`Not a sound WebP: ${info.error}`);
  const pixels = await decodePixels(engine, 'image/webp', file, info.value);
  if (!pixels.ok) throw new Error(`Not decoded: ${pixels.error}`);
  return pixels.value;
};
