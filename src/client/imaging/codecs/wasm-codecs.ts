import { defaultOptions } from '@jsquash/webp/meta.js';
import { simd } from 'wasm-feature-detect';
import type { CodecFactory } from '../../../codecs/codec-host.ts';
import type { Pixels } from '../../../lib/pixels.ts';
import { PrepareError } from '../prepare-error.ts';
import type { Codecs } from './codecs.ts';
import { decodeGif } from './decode-gif.ts';
import { decodePng } from './decode-png.ts';
import { keepPixelSegments } from '../source/jpeg-segments.ts';
import { mendAvif } from '../source/mend-avif.ts';
import { keepPixelChunks } from '../source/png-header.ts';

/** The compiled codecs by their path in the @jsquash packages. */
export const WASM_PATHS = {
  jpegDecoder: 'jpeg/codec/dec/mozjpeg_dec.wasm',
  pngDecoder: 'png/codec/pkg/squoosh_png_bg.wasm',
  avifDecoder: 'avif/codec/dec/avif_dec.wasm',
  webpDecoder: 'webp/codec/dec/webp_dec.wasm',
  webpEncoder: 'webp/codec/enc/webp_enc.wasm',
  webpSimdEncoder: 'webp/codec/enc/webp_enc_simd.wasm',
} as const;

export type WasmName = keyof typeof WASM_PATHS;
export type WasmLoader = (name: WasmName) => Promise<WebAssembly.Module>;

/** Called with exactly the arguments that the decoder declares: it counts them. */
interface Decoder {
  decode(file: Uint8Array, ...option: readonly (boolean | number)[]): Pixels | null;
}

interface Encoder {
  encode(
    data: Uint8ClampedArray,
    width: number,
    height: number,
    options: object,
  ): Uint8Array | null;
}

/** JPEG: whether to apply EXIF orientation; AVIF: bits per channel. */
const DECODER_OPTIONS = { 'image/jpeg': [false], 'image/avif': [8], 'image/webp': [] } as const;

/** What lets a decoder read files that browsers show and it would refuse. */
const MENDERS = {
  'image/jpeg': keepPixelSegments,
  'image/avif': mendAvif,
  'image/webp': (file: Uint8Array) => file,
} as const;

/**
 * What libjpeg says when image data are missing or wrong: it paints on, and nobody wants half a picture published. Its
 * other warnings, such as of padding behind the data, leave the picture whole.
 */
const JPEG_DAMAGE =
  /premature end|bad Huffman code|instead of RST|extraneous bytes before marker 0xd[0-7]/iu;

/** Codecs from WebAssembly modules, each of which is loaded when it is first needed. */
export function createWasmCodecs(load: WasmLoader): Codecs {
  const modules = new Map<WasmName, Promise<WebAssembly.Module>>();
  const loadOnce: WasmLoader = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const loading = load(name).catch((error: unknown) => {
      // What failed to load, perhaps for lack of a connection, is tried again with the next picture.
      modules.delete(name);
      throw new PrepareError('codec_unavailable', 'A part of the image processor did not load.', {
        cause: error,
      });
    });
    modules.set(name, loading);
    return loading;
  };
  return {
    async decode(mimeType, file) {
      if (mimeType === 'image/gif') return decodeGif(file);
      if (mimeType === 'image/png') {
        return decodePng(await loadOnce('pngDecoder'), keepPixelChunks(file));
      }
      const complaints: string[] = [];
      const decoder = await loadDecoder(mimeType, loadOnce, complaints);
      const mended = MENDERS[mimeType](file);
      const pixels = decoder.decode(mended, ...DECODER_OPTIONS[mimeType]);
      const damage = complaints.find((line) => JPEG_DAMAGE.test(line));
      if (damage !== undefined) throw new Error(damage);
      if (pixels === null) throw new Error('The decoder returned no picture');
      return pixels;
    },
    async encodeWebp({ data, width, height }, quality) {
      const encoder = await loadEncoder(loadOnce);
      const file = encoder.encode(data, width, height, { ...defaultOptions, quality });
      if (file === null) throw new Error('The encoder returned no file');
      return file;
    },
  };
}

async function loadDecoder(
  mimeType: keyof typeof DECODER_OPTIONS,
  load: WasmLoader,
  complaints: string[],
): Promise<Decoder> {
  switch (mimeType) {
    case 'image/jpeg': {
      const { default: factory } = await import('@jsquash/jpeg/codec/dec/mozjpeg_dec.js');
      return instantiate(factory, load, 'jpegDecoder', complaints);
    }
    case 'image/avif': {
      const { default: factory } = await import('@jsquash/avif/codec/dec/avif_dec.js');
      return instantiate(factory, load, 'avifDecoder', complaints);
    }
    case 'image/webp': {
      const { default: factory } = await import('@jsquash/webp/codec/dec/webp_dec.js');
      return instantiate(factory, load, 'webpDecoder', complaints);
    }
  }
}

/**
 * Makes a new instance for every call: WebAssembly memory never shrinks, so one that lives on would hold several hundred
 * megabytes after a large picture. Making one takes about 3 ms. What it prints goes to `complaints`.
 */
async function instantiate<Module>(
  factory: unknown,
  load: WasmLoader,
  name: WasmName,
  complaints: string[] = [],
): Promise<Module> {
  const compiled = await load(name);
  return (factory as CodecFactory<Module>)({
    noInitialRun: true,
    printErr: (line) => complaints.push(line),
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      receive(instance);
      return instance.exports;
    },
  });
}

async function loadEncoder(load: WasmLoader): Promise<Encoder> {
  if (await simd()) {
    const { default: factory } = await import('@jsquash/webp/codec/enc/webp_enc_simd.js');
    return instantiate(factory, load, 'webpSimdEncoder');
  }
  const { default: factory } = await import('@jsquash/webp/codec/enc/webp_enc.js');
  return instantiate(factory, load, 'webpEncoder');
}
