import { simd } from 'wasm-feature-detect';
import { type CodecFactory, CodecHost } from '../../../imaging/codec-host.ts';
import { planColor } from '../../../imaging/color/plan-color.ts';
import { decodeGif } from '../../../imaging/decoders/decode-gif.ts';
import { decodePng, pngHeapBytes } from '../../../imaging/decoders/decode-png.ts';
import {
  callDecoder,
  normalizeSource,
  type WasmDecodedType,
  type WasmDecoder,
} from '../../../imaging/decoders/wasm-decoder.ts';
import { drawSource, takeFrame } from '../../../imaging/engine/draw-source.ts';
import {
  type EngineHost,
  openMemory,
  PictureEngine,
} from '../../../imaging/engine/picture-engine.ts';
import { ImageError, loadFailure, outOfMemory } from '../../../imaging/image-error.ts';
import { MemoryBudget } from '../../../imaging/memory-budget.ts';
import { openPng } from '../../../imaging/png-instance.ts';
import { keepSegments, stripSegmentMetadata } from '../../../imaging/source/normalize-jpeg.ts';
import { stripChunkMetadata } from '../../../imaging/source/strip-png.ts';
import type { Pixels } from '../../../shared/pixels.ts';
import { toPrepareError } from '../prepare-error.ts';
import type { DrawRequest, PixelCodecs, PixelDrawing } from './codecs.ts';
import type { WasmCodecsOptions, WasmName } from './wasm-files.ts';

export type WasmLoader = (name: WasmName) => Promise<WebAssembly.Module>;

type DecodedType = Exclude<WasmDecodedType, 'image/jpeg'>;

interface LoadedCodec<Codec> {
  readonly factory: CodecFactory<Codec>;
  readonly compiled: WebAssembly.Module;
}

/** Enough for photographs of 50 megapixels, not for noise. */
const MAX_HEAP_BYTES = 1024 * 1024 * 1024;

export function createWasmCodecs(
  load: WasmLoader,
  { maxHeapBytes = MAX_HEAP_BYTES }: WasmCodecsOptions = {},
): PixelCodecs {
  const loadOnce = loadEachOnce(load);
  const loadEngine = async () =>
    loadOnce((await unlessUnloadable(simd())) ? 'pictureEngineSimd' : 'pictureEngine');
  const openEngine = (compiled: WebAssembly.Module, host?: EngineHost): PictureEngine => {
    try {
      return new PictureEngine(compiled, openMemory(maxHeapBytes), host);
    } catch (error) {
      throw loadFailure(error);
    }
  };
  const draw = async (request: DrawRequest): Promise<PixelDrawing> => {
    const compiled = await loadEngine();
    const { mimeType, file, info } = request;
    const source =
      mimeType === 'image/jpeg' && info.color.kind !== 'cmyk'
        ? { jpeg: keepSegments(file) }
        : { pixels: await decode(request, loadOnce, maxHeapBytes) };
    const { conversion } = planColor(info.color);
    const { engine, frames } = drawSource(source, { ...request, conversion }, (host) =>
      openEngine(compiled, host),
    );
    const frameAt = (index: number) => {
      const frame = frames[index];
      if (frame === undefined) throw new RangeError(`There is no frame ${index}`);
      return frame;
    };
    return {
      encodeMaster: async (quality) => translating(() => engine.encodeMaster(quality)),
      encodeFrame: async (index, quality) =>
        translating(() => {
          const frame = frameAt(index);
          const isUpright = frame.orientation === 1;
          const held = isUpright ? frame.held : engine.hold(takeFrame(engine, frame));
          return engine.encode(held, quality);
        }),
      takeFrame: (index) => takeFrame(engine, frameAt(index)),
      close: () => undefined,
    };
  };
  const encodeWebp: PixelCodecs['encodeWebp'] = async (pixels, quality, isDisposable = false) => {
    const engine = openEngine(await loadEngine());
    const held = engine.hold(pixels);
    if (isDisposable) free(pixels.data.buffer);
    return engine.encode(held, quality);
  };
  return {
    isParallel: false,
    draw: (request) => draw(request).catch(rethrow),
    encodeWebp: (...image) => encodeWebp(...image).catch(rethrow),
  };
}

/** Retries a failed load with the next image. */
function loadEachOnce(load: WasmLoader): WasmLoader {
  const modules = new Map<WasmName, Promise<WebAssembly.Module>>();
  return (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const loading = load(name).catch((error: unknown) => {
      modules.delete(name);
      throw loadFailure(error);
    });
    modules.set(name, loading);
    return loading;
  };
}

async function unlessUnloadable<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (error) {
    throw loadFailure(error);
  }
}

async function decode(
  { mimeType, file, info }: DrawRequest,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<Pixels> {
  switch (mimeType) {
    case 'image/gif':
      return decodeGif(file);
    case 'image/png': {
      const kept = stripChunkMetadata(file);
      if (pngHeapBytes(kept) > maxHeapBytes) throw outOfMemory();
      return decodePng(openPng(await load('pngDecoder')), kept);
    }
    case 'image/jpeg':
      return decodeCmyk(file, info, maxHeapBytes);
    case 'image/avif':
    case 'image/webp':
      return decodeOnce(mimeType, normalizeSource(mimeType, file), load, maxHeapBytes);
  }
}

function translating<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  throw error instanceof ImageError ? toPrepareError(error) : error;
}

/** Node 20 lacks `transfer`, and frees the memory with the pixels. */
function free(buffer: { transfer?(bytes: number): unknown }): void {
  buffer.transfer?.(0);
}

async function decodeCmyk(
  file: Uint8Array,
  { width, height, color }: DrawRequest['info'],
  maxHeapBytes: number,
): Promise<Pixels> {
  const { cmykBytes, decodeCmykJpeg } = await unlessUnloadable(
    import('../../../imaging/decoders/jpeg/decode-cmyk.ts'),
  );
  if (cmykBytes({ width, height }) > maxHeapBytes) throw outOfMemory();
  const profile = color.kind === 'cmyk' ? color.profile : null;
  return decodeCmykJpeg(stripSegmentMetadata(file), { width, height }, profile);
}

/** A new instance takes 3 ms. WebAssembly memory never shrinks: a kept one would hold hundreds of megabytes. */
async function decodeOnce(
  mimeType: DecodedType,
  file: Uint8Array,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<Pixels> {
  const { factory, compiled } = await unlessUnloadable(loadDecoder(mimeType, load));
  const warnings: string[] = [];
  const onWarning = (line: string): number => warnings.push(line);
  const budget = new MemoryBudget(maxHeapBytes);
  const host = new CodecHost(factory, compiled, budget, onWarning);
  const { value, outOfMemory: isOutOfMemory } = await unlessUnloadable(
    host.use((decoder) => callDecoder(decoder, mimeType, file)),
  );
  if (value === null && isOutOfMemory) throw outOfMemory();
  if (value === null) throw new Error(warnings.join('; '));
  return value;
}

async function loadDecoder(
  mimeType: DecodedType,
  load: WasmLoader,
): Promise<LoadedCodec<WasmDecoder>> {
  if (mimeType === 'image/avif') {
    const { default: factory } = await import('@jsquash/avif/codec/dec/avif_dec.js');
    return withFactory(factory, await load('avifDecoder'));
  }
  const { default: factory } = await import('@jsquash/webp/codec/dec/webp_dec.js');
  return withFactory(factory, await load('webpDecoder'));
}

/** The packages' types lack `instantiateWasm`. */
function withFactory<Codec>(factory: unknown, compiled: WebAssembly.Module): LoadedCodec<Codec> {
  return { factory: factory as CodecFactory<Codec>, compiled };
}
