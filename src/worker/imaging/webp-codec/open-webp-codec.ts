import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../../shared/pixels.ts';
import type { EmscriptenOptions } from '../../../imaging/codec-host.ts';
import type { Planes } from '../planes.ts';

/** Holds a single image in the heap. */
export interface WebpCodec {
  /** Pieces of a still without metadata; null when libwebp refuses it. Planes are heap views until the next call. */
  decodePlanes(file: readonly Uint8Array[], size: Size): Planes | null;
  /** Lossy, without alpha; quality is 0 to 100. */
  encodePlanes(quality: number, isLowOnMemory: boolean): Uint8Array<ArrayBuffer> | null;
  /** Null when libwebp refuses the file. */
  decode(file: Uint8Array): Pixels | null;
  /** Lossy, without alpha; quality is 0 to 100. */
  encodePixels(
    pixels: Pixels,
    quality: number,
    isLowOnMemory: boolean,
  ): Uint8Array<ArrayBuffer> | null;
  clear(): void;
}

/** Of scripts/webp-codec/webp-codec.c; addresses are numbers, 0 for none. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  release(address: number): void;
  decode_planes(file: number, bytes: number): 0 | 1;
  decode_pixels(file: number, bytes: number): number;
  import_pixels(rgba: number, width: number, height: number): 0 | 1;
  width(): number;
  height(): number;
  luma(): number;
  chroma_u(): number;
  chroma_v(): number;
  alpha(): number;
  encode(quality: number, lowMemory: 0 | 1): 0 | 1;
  result_bytes(): number;
  result_length(): number;
  clear(): void;
}

export function openWebpCodec({ instantiateWasm }: EmscriptenOptions): Promise<WebpCodec> {
  return new Promise((resolve) => {
    let memory: WebAssembly.Memory | null = null;
    const grow = (pages: number): number => {
      try {
        return memory?.grow(pages) ?? -1;
      } catch {
        return -1;
      }
    };
    instantiateWasm({ env: { grow } }, ({ exports }) => {
      const codec = exports as unknown as Exports;
      ({ memory } = codec);
      resolve(wrapExports(codec));
    });
  });
}

function wrapExports(codec: Exports): WebpCodec {
  const encodePlanes: WebpCodec['encodePlanes'] = (quality, isLowOnMemory) => {
    if (codec.encode(quality, isLowOnMemory ? 1 : 0) === 0) return null;
    const address = codec.result_bytes();
    const file = heapOf(codec).slice(address, address + codec.result_length());
    codec.clear();
    return file;
  };
  return {
    decodePlanes: (file, size) => {
      const isDecoded = withCopy(codec, file, (address, bytes) =>
        codec.decode_planes(address, bytes),
      );
      const isWhole = codec.width() === size.width && codec.height() === size.height;
      return isDecoded === 1 && isWhole ? viewPlanes(codec, size) : null;
    },
    encodePlanes,
    decode: (file) => {
      const address = withCopy(codec, [file], (at, bytes) => codec.decode_pixels(at, bytes));
      if (address === null || address === 0) return null;
      const [width, height] = [codec.width(), codec.height()];
      const bytes = width * height * BYTES_PER_PIXEL;
      const data = new Uint8ClampedArray(bytes);
      data.set(heapOf(codec).subarray(address, address + bytes));
      codec.release(address);
      return { width, height, data };
    },
    encodePixels: ({ data, width, height }, quality, isLowOnMemory) => {
      const isTaken = withCopy(codec, [data], (address) =>
        codec.import_pixels(address, width, height),
      );
      return isTaken === 1 ? encodePlanes(quality, isLowOnMemory) : null;
    },
    clear: () => codec.clear(),
  };
}

/** Growth replaces the buffer. */
function heapOf({ memory }: Exports): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.buffer);
}

/** `work` gets the address and length; null without room for the copy. */
function withCopy<Result>(
  codec: Exports,
  pieces: readonly (Uint8Array | Uint8ClampedArray)[],
  work: (address: number, bytes: number) => Result,
): Result | null {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const address = codec.allocate(bytes);
  if (address === 0) return null;
  const heap = heapOf(codec);
  let at = address;
  for (const piece of pieces) {
    heap.set(piece, at);
    at += piece.length;
  }
  const result = work(address, bytes);
  codec.release(address);
  return result;
}

function viewPlanes(codec: Exports, { width, height }: Size): Planes {
  const heap = heapOf(codec);
  const view = (address: number, length: number): Uint8Array =>
    heap.subarray(address, address + length);
  const pixels = width * height;
  const squares = Math.ceil(width / 2) * Math.ceil(height / 2);
  return {
    width,
    height,
    y: view(codec.luma(), pixels),
    u: view(codec.chroma_u(), squares),
    v: view(codec.chroma_v(), squares),
    alpha: codec.alpha() === 0 ? null : view(codec.alpha(), pixels),
  };
}
