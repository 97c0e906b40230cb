import { defaultOptions } from '@jsquash/webp/meta.js';
import { simd } from 'wasm-feature-detect';
import { type CodecFactory, CodecHost } from '../../../codecs/codec-host.ts';
import { MemoryBudget } from '../../../codecs/memory-budget.ts';
import type { Pixels } from '../../../lib/pixels.ts';
import { loadFailure, outOfMemory } from '../prepare-error.ts';
import { readJpegHeader } from '../source/jpeg-header.ts';
import { mendAvif } from '../source/mend-avif.ts';
import { keepPixelSegments, MAX_SURPLUS_BYTES } from '../source/mend-jpeg.ts';
import { keepPixelChunks } from '../source/png-header.ts';
import type { Codecs } from './codecs.ts';
import { decodeGif } from './decode-gif.ts';
import { decodePng } from './decode-png.ts';

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

/** A codec that is loaded, but has no memory yet. */
interface LoadedCodec<Codec> {
  readonly factory: CodecFactory<Codec>;
  readonly compiled: WebAssembly.Module;
}

interface CallResult<Value> {
  readonly value: Value;
  /** What the codec said of the file, and made something of it all the same. */
  readonly complaints: readonly string[];
}

/** JPEG: whether to apply EXIF orientation; AVIF: bits per channel. */
const DECODER_OPTIONS = { 'image/jpeg': [false], 'image/avif': [8], 'image/webp': [] } as const;

/**
 * What libjpeg says when image data are missing or wrong: it paints on, and nobody wants half a picture published. Its
 * other warnings leave the picture whole.
 */
const JPEG_DAMAGE =
  /premature end|bad Huffman code|instead of RST|extraneous bytes before marker 0xd[0-7]/iu;
/** Few of them are padding; what leaves many unread went wrong before them. */
const JPEG_SURPLUS = /(\d+) extraneous bytes before marker/iu;
/** Before the end: behind it there is nothing that could be damaged. */
const JPEG_LAST_SURPLUS = /extraneous bytes before marker 0xd9/iu;

/** Photographs of 50 megapixels stay below it, noise does not. */
const MAX_HEAP_BYTES = 1024 * 1024 * 1024;

export interface WasmCodecsOptions {
  /** What a codec may hold beside the picture; it gets no more, and the picture is refused. 1 GiB when left out. */
  readonly maxHeapBytes?: number;
}

/** Codecs from WebAssembly modules, each of which is loaded when it is first needed. */
export function createWasmCodecs(
  load: WasmLoader,
  { maxHeapBytes = MAX_HEAP_BYTES }: WasmCodecsOptions = {},
): Codecs {
  const modules = new Map<WasmName, Promise<WebAssembly.Module>>();
  const loadOnce: WasmLoader = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const loading = load(name).catch((error: unknown) => {
      // What failed to load, perhaps for lack of a connection, is tried again with the next picture.
      modules.delete(name);
      throw loadFailure(error);
    });
    modules.set(name, loading);
    return loading;
  };
  return {
    async decode(mimeType, file) {
      if (mimeType === 'image/gif') return decodeGif(file);
      if (mimeType === 'image/png') {
        return decodePng(await loadOnce('pngDecoder'), keepPixelChunks(file), maxHeapBytes);
      }
      if (mimeType === 'image/jpeg') return decodeJpeg(file, loadOnce, maxHeapBytes);
      const mended = mimeType === 'image/avif' ? mendAvif(file) : file;
      return (await decodeOnce(mimeType, mended, loadOnce, maxHeapBytes)).value;
    },
    async encodeWebp({ data, width, height }, quality) {
      const loaded = await unlessUnloadable(loadEncoder(loadOnce));
      const { value } = await callOnce(loaded, maxHeapBytes, (encoder) =>
        encoder.encode(data, width, height, { ...defaultOptions, quality }),
      );
      return value;
    },
  };
}

/** @throws when it is damaged. */
async function decodeJpeg(
  file: Uint8Array,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<Pixels> {
  const { color, width, height } = readJpegHeader(file);
  if (color.kind === 'cmyk') {
    const { cmykBytes, decodeCmykJpeg } = await unlessUnloadable(import('./jpeg/decode-cmyk.ts'));
    if (cmykBytes({ width, height }) > maxHeapBytes) throw outOfMemory();
    return decodeCmykJpeg(keepPixelSegments(file), { width, height }, color.profile);
  }
  const mended = keepPixelSegments(file);
  const { value, complaints } = await decodeOnce('image/jpeg', mended, load, maxHeapBytes);
  if (complaints.some(tellsDamage)) throw new Error(complaints.join('; '));
  // libjpeg tells its first complaint alone: unless that is of the end, there may be damage behind it. Looking for that
  // takes no more memory than libjpeg had for the coefficients.
  if (complaints.some((complaint) => !JPEG_LAST_SURPLUS.test(complaint))) {
    const { readImageData } = await unlessUnloadable(import('./jpeg/decode-planes.ts'));
    readImageData(mended);
  }
  return value;
}

async function decodeOnce(
  mimeType: keyof typeof DECODER_OPTIONS,
  file: Uint8Array,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<CallResult<Pixels>> {
  const loaded = await unlessUnloadable(loadDecoder(mimeType, load));
  return callOnce(loaded, maxHeapBytes, (decoder) =>
    decoder.decode(file, ...DECODER_OPTIONS[mimeType]),
  );
}

/** @throws {PrepareError} codec_unavailable, out_of_memory; for whatever the promise is rejected with. */
async function unlessUnloadable<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (error) {
    throw loadFailure(error);
  }
}

/**
 * Makes a new instance for every call: WebAssembly memory never shrinks, so one that lives on would hold several hundred
 * megabytes after a large picture. Making one takes about 3 ms.
 * @throws {PrepareError} codec_unavailable, out_of_memory
 */
async function callOnce<Codec, Result>(
  { factory, compiled }: LoadedCodec<Codec>,
  maxHeapBytes: number,
  work: (codec: Codec) => Result | null,
): Promise<CallResult<Result>> {
  const complaints: string[] = [];
  const onComplaint = (line: string): number => complaints.push(line);
  const budget = new MemoryBudget(maxHeapBytes);
  const host = new CodecHost(factory, compiled, budget, onComplaint);
  const outcome = await unlessUnloadable(host.use(work));
  if (outcome.value === null && outcome.outOfMemory) throw outOfMemory();
  if (outcome.value === null) throw new Error(complaints.join('; '));
  return { value: outcome.value, complaints };
}

function tellsDamage(complaint: string): boolean {
  const surplusBytes = Number(JPEG_SURPLUS.exec(complaint)?.[1] ?? 0);
  return JPEG_DAMAGE.test(complaint) || surplusBytes > MAX_SURPLUS_BYTES;
}

async function loadDecoder(
  mimeType: keyof typeof DECODER_OPTIONS,
  load: WasmLoader,
): Promise<LoadedCodec<Decoder>> {
  switch (mimeType) {
    case 'image/jpeg': {
      const { default: factory } = await import('@jsquash/jpeg/codec/dec/mozjpeg_dec.js');
      return withFactory(factory, await load('jpegDecoder'));
    }
    case 'image/avif': {
      const { default: factory } = await import('@jsquash/avif/codec/dec/avif_dec.js');
      return withFactory(factory, await load('avifDecoder'));
    }
    case 'image/webp': {
      const { default: factory } = await import('@jsquash/webp/codec/dec/webp_dec.js');
      return withFactory(factory, await load('webpDecoder'));
    }
  }
}

async function loadEncoder(load: WasmLoader): Promise<LoadedCodec<Encoder>> {
  if (await simd()) {
    const { default: factory } = await import('@jsquash/webp/codec/enc/webp_enc_simd.js');
    return withFactory(factory, await load('webpSimdEncoder'));
  }
  const { default: factory } = await import('@jsquash/webp/codec/enc/webp_enc.js');
  return withFactory(factory, await load('webpEncoder'));
}

/** The packages' own types of their factories know nothing of instances. */
function withFactory<Codec>(factory: unknown, compiled: WebAssembly.Module): LoadedCodec<Codec> {
  return { factory: factory as CodecFactory<Codec>, compiled };
}
