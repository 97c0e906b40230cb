import { defaultOptions } from '@jsquash/webp/meta.js';
import { simd } from 'wasm-feature-detect';
import { type CodecFactory, CodecHost } from '../../../codecs/codec-host.ts';
import { MemoryBudget } from '../../../codecs/memory-budget.ts';
import type { Pixels } from '../../../lib/pixels.ts';
import { ImageError, loadFailure, outOfMemory } from '../../../codecs/image-error.ts';
import { readJpegHeader } from '../../../codecs/source/jpeg-header.ts';
import { keepPixelSegments } from '../../../codecs/source/mend-jpeg.ts';
import {
  callDecoder,
  mayHideDamage,
  mendSource,
  tellsDamage,
  type WasmDecodedType,
  type WasmDecoder,
} from '../../../codecs/decoders/wasm-decoder.ts';
import { keepPixelChunks } from '../../../codecs/source/png-header.ts';
import { toPrepareError } from '../prepare-error.ts';
import type { Codecs } from './codecs.ts';
import { decodeGif } from '../../../codecs/decoders/decode-gif.ts';
import { decodePng, pngHeapBytes } from '../../../codecs/decoders/decode-png.ts';
import { openPng } from '../../../codecs/png-instance.ts';

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
  const decode: Codecs['decode'] = async (mimeType, file) => {
    if (mimeType === 'image/gif') return decodeGif(file);
    if (mimeType === 'image/png') {
      const kept = keepPixelChunks(file);
      if (pngHeapBytes(kept) > maxHeapBytes) throw outOfMemory();
      return decodePng(openPng(await loadOnce('pngDecoder')), kept);
    }
    if (mimeType === 'image/jpeg') return decodeJpeg(file, loadOnce, maxHeapBytes);
    const mended = mendSource(mimeType, file);
    return (await decodeOnce(mimeType, mended, loadOnce, maxHeapBytes)).value;
  };
  const encodeWebp: Codecs['encodeWebp'] = async ({ data, width, height }, quality) => {
    const loaded = await unlessUnloadable(loadEncoder(loadOnce));
    const { value } = await callOnce(loaded, maxHeapBytes, (encoder) =>
      encoder.encode(data, width, height, { ...defaultOptions, quality }),
    );
    return value;
  };
  return {
    decode: (mimeType, file) => decode(mimeType, file).catch(rethrow),
    encodeWebp: (pixels, quality) => encodeWebp(pixels, quality).catch(rethrow),
  };
}

function rethrow(error: unknown): never {
  throw error instanceof ImageError ? toPrepareError(error) : error;
}

/** @throws when it is damaged. */
async function decodeJpeg(
  file: Uint8Array,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<Pixels> {
  const { color, width, height } = readJpegHeader(file);
  if (color.kind === 'cmyk') {
    const { cmykBytes, decodeCmykJpeg } = await unlessUnloadable(
      import('../../../codecs/decoders/jpeg/decode-cmyk.ts'),
    );
    if (cmykBytes({ width, height }) > maxHeapBytes) throw outOfMemory();
    return decodeCmykJpeg(keepPixelSegments(file), { width, height }, color.profile);
  }
  const mended = mendSource('image/jpeg', file);
  const { value, complaints } = await decodeOnce('image/jpeg', mended, load, maxHeapBytes);
  if (complaints.some(tellsDamage)) throw new Error(complaints.join('; '));
  // Looking for it takes no more memory than libjpeg had for the coefficients.
  if (complaints.some(mayHideDamage)) {
    const { readImageData } = await unlessUnloadable(
      import('../../../codecs/decoders/jpeg/decode-planes.ts'),
    );
    readImageData(mended);
  }
  return value;
}

async function decodeOnce(
  mimeType: WasmDecodedType,
  file: Uint8Array,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<CallResult<Pixels>> {
  const loaded = await unlessUnloadable(loadDecoder(mimeType, load));
  return callOnce(loaded, maxHeapBytes, (decoder) => callDecoder(decoder, mimeType, file));
}

/** @throws {ImageError} codec_unavailable, out_of_memory; for whatever the promise is rejected with. */
async function unlessUnloadable<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (error) {
    throw loadFailure(error);
  }
}

/**
 * Makes a new instance for every call: WebAssembly memory never shrinks, so one that lives on would hold several
 * hundred megabytes after a large picture. Making one takes about 3 ms.
 * @throws {ImageError} codec_unavailable, out_of_memory
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

async function loadDecoder(
  mimeType: WasmDecodedType,
  load: WasmLoader,
): Promise<LoadedCodec<WasmDecoder>> {
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
