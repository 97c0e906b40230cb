import type { Size } from '../../lib/pixels.ts';
import type { CodecFactory } from '../codec-host.ts';
import type { Planes } from '../planes.ts';

/** Libwebp around a single picture, which stays in its heap. */
export interface WebpCodec {
  /**
   * The planes of a still without metadata, in pieces, whose headers state `size`; null when libwebp refuses it. They
   * lie in the heap: the next call moves them.
   */
  decode(file: readonly Uint8Array[], size: Size): Planes | null;
  /** A lossy WebP of the planes without their transparency, or null; quality is 0 to 100. */
  encode(quality: number, isLowOnMemory: boolean): Uint8Array<ArrayBuffer> | null;
  /** Lets the picture go. */
  clear(): void;
}

/** What scripts/webp-codec/webp-codec.c exports; addresses are numbers, 0 for none. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  release(address: number): void;
  decode(file: number, bytes: number): 0 | 1;
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

export const openWebpCodec: CodecFactory<WebpCodec> = ({ instantiateWasm }) =>
  new Promise((resolve) => {
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

function wrapExports(codec: Exports): WebpCodec {
  return {
    decode: (file, size) => {
      const bytes = file.reduce((sum, piece) => sum + piece.length, 0);
      const address = codec.allocate(bytes);
      if (address === 0) return null;
      writePieces(codec, file, address);
      const isDecoded = codec.decode(address, bytes) === 1;
      codec.release(address);
      const isWhole = codec.width() === size.width && codec.height() === size.height;
      return isDecoded && isWhole ? viewPlanes(codec, size) : null;
    },
    encode: (quality, isLowOnMemory) => {
      if (codec.encode(quality, isLowOnMemory ? 1 : 0) === 0) return null;
      const address = codec.result_bytes();
      const file = heapOf(codec).slice(address, address + codec.result_length());
      codec.clear();
      return file;
    },
    clear: () => codec.clear(),
  };
}

function writePieces(codec: Exports, pieces: readonly Uint8Array[], address: number): void {
  const heap = heapOf(codec);
  let at = address;
  for (const piece of pieces) {
    heap.set(piece, at);
    at += piece.length;
  }
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

/** A heap that has grown is another array. */
function heapOf({ memory }: Exports): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.buffer);
}
