import { CodecHost } from '../../../imaging/codec-host.ts';
import { planColor } from '../../../imaging/color/plan-color.ts';
import { decodeGif } from '../../../imaging/decoders/decode-gif.ts';
import { decodeAvif, type WasmDecoder } from '../../../imaging/decoders/wasm-decoder.ts';
import { drawSource, takeFrame } from '../../../imaging/engine/draw-source.ts';
import { openMemory, PictureEngine } from '../../../imaging/engine/picture-engine.ts';
import { ImageError, loadFailure, outOfMemory } from '../../../imaging/image-error.ts';
import { MemoryBudget } from '../../../imaging/memory-budget.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import { normalizeAvif } from '../../../imaging/source/normalize-avif.ts';
import { keepSegments } from '../../../imaging/source/normalize-jpeg.ts';
import { stripChunkMetadata } from '../../../imaging/source/strip-png.ts';
import type { Pixels } from '../../../shared/pixels.ts';
import { toPrepareError } from '../prepare-error.ts';
import type { DrawRequest, PixelCodecs, PixelDrawing } from './codecs.ts';
import type { WasmCodecsOptions, WasmName } from './wasm-files.ts';

export type WasmLoader = (name: WasmName) => Promise<WebAssembly.Module>;

/** Enough for photographs of 50 megapixels, not for noise. */
const MAX_HEAP_BYTES = 1024 * 1024 * 1024;

export function createWasmCodecs(
  load: WasmLoader,
  { maxHeapBytes = MAX_HEAP_BYTES }: WasmCodecsOptions = {},
): PixelCodecs {
  const loadOnce = loadEachOnce(load);
  const openEngine = async (): Promise<PictureEngine> => {
    const compiled = await loadOnce('pictureEngine');
    const memory = openMemory();
    const reserve = (bytes: number) => memory.buffer.byteLength + bytes <= maxHeapBytes;
    try {
      return new PictureEngine(compiled, memory, reserve);
    } catch (error) {
      throw loadFailure(error);
    }
  };
  const draw = async (request: DrawRequest): Promise<PixelDrawing> => {
    const engine = await openEngine();
    const { mimeType, file, info } = request;
    const source =
      mimeType === 'image/jpeg'
        ? { jpeg: keepSegments(file) }
        : { pixels: await decode({ ...request, mimeType }, engine, loadOnce, maxHeapBytes) };
    const { conversion } = planColor(info.color);
    const frames = drawSource(source, { ...request, conversion }, engine);
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
    const engine = await openEngine();
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
  { mimeType, file, info }: DrawRequest & { readonly mimeType: Exclude<ImageType, 'image/jpeg'> },
  engine: PictureEngine,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<Pixels> {
  switch (mimeType) {
    case 'image/gif':
      return decodeGif(file);
    case 'image/png':
      return engine.shrinkPng(stripChunkMetadata(file), info, info.hasAlpha, info);
    case 'image/avif':
      return decodeAvifOnce(normalizeAvif(file), load, maxHeapBytes);
    case 'image/webp':
      return decodeWebp(engine, file);
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

function decodeWebp(engine: PictureEngine, file: Uint8Array): Pixels {
  const pixels = engine.decodeWebp(file);
  if (pixels === null) throw new Error('libwebp refuses the file');
  return pixels;
}

/** A new instance takes 3 ms. WebAssembly memory never shrinks: a kept one would hold hundreds of megabytes. */
async function decodeAvifOnce(
  file: Uint8Array,
  load: WasmLoader,
  maxHeapBytes: number,
): Promise<Pixels> {
  const { default: factory } = await unlessUnloadable(
    import('@jsquash/avif/codec/dec/avif_dec.js'),
  );
  const compiled = await load('avifDecoder');
  const warnings: string[] = [];
  const host = new CodecHost<WasmDecoder>(
    factory,
    compiled,
    new MemoryBudget(maxHeapBytes),
    (line) => warnings.push(line),
  );
  const { value, outOfMemory: isOutOfMemory } = await unlessUnloadable(
    host.use((decoder) => decodeAvif(decoder, file)),
  );
  if (value === null && isOutOfMemory) throw outOfMemory();
  if (value === null) throw new Error(warnings.join('; '));
  return value;
}
