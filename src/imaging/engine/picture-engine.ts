import { outOfMemory } from '../image-error.ts';
import { BYTES_PER_PIXEL, type CropBox, type Pixels, type Size } from '../../shared/pixels.ts';

type Address = number;
type Box = readonly [left: number, top: number, width: number, height: number];

interface EngineExports {
  allocate(bytes: number): Address;
  release(memory: Address): void;
  openJpeg(file: Address, bytes: number): void;
  jpegWidth(): number;
  jpegHeight(): number;
  draw(
    isJpeg: number,
    width: number,
    height: number,
    orientation: number,
    hasAlpha: number,
    isConverted: number,
    ...target: readonly [...Box, width: number, height: number]
  ): Address;
  redraw(
    from: Address,
    width: number,
    height: number,
    hasAlpha: number,
    ...target: readonly [...Box, width: number, height: number]
  ): Address;
  encodeMaster(quality: number): Address;
  encodePixels(rgba: Address, width: number, height: number, quality: number): Address;
  encodedBytes(): number;
}

export interface EngineHost {
  /** For a source other than JPEG. */
  readonly readRows?: (rgba: Uint8ClampedArray<ArrayBuffer>, top: number) => void;
  readonly convert?: ((rgba: Uint8ClampedArray<ArrayBuffer>) => void) | undefined;
  readonly warn?: (text: string) => void;
}

export interface EngineSource extends Size {
  readonly isJpeg: boolean;
  /** 1 to 8. */
  readonly orientation: number;
  readonly hasAlpha: boolean;
}

/** As stored. */
export interface HeldImage extends Size {
  readonly address: Address;
}

const PAGE_BYTES = 65_536;
const INITIAL_PAGES = 32;
/** Addresses stay below 2^31: the engine returns them signed. */
const MAX_PAGES = 32_767;
const NOWHERE: Address = 0;
const OUT_OF_MEMORY = 'out of memory';

/**
 * The engine's memory, empty. An engine takes a new one, or one that another has finished with, after `clearMemory`.
 * @throws {ImageError} out_of_memory
 */
export function openMemory(maxBytes: number): WebAssembly.Memory {
  const maximum = Math.min(MAX_PAGES, Math.floor(maxBytes / PAGE_BYTES));
  if (maximum < INITIAL_PAGES) throw outOfMemory();
  return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum });
}

/** A new instance writes its data again, and expects zeros everywhere else. */
export function clearMemory({ buffer }: WebAssembly.Memory): void {
  new Uint8Array(buffer).fill(0);
}

/** For one image. Unusable after an error. @throws {ImageError} out_of_memory, from each method. */
export class PictureEngine {
  readonly #exports: EngineExports;
  readonly #memory: WebAssembly.Memory;
  readonly #host: EngineHost;
  #jpeg: Address = NOWHERE;

  constructor(compiled: WebAssembly.Module, memory: WebAssembly.Memory, host: EngineHost = {}) {
    this.#memory = memory;
    this.#host = host;
    const instance = new WebAssembly.Instance(compiled, this.#imports());
    this.#exports = instance.exports as unknown as EngineExports;
  }

  openJpeg(pieces: readonly Uint8Array[]): Size {
    this.#jpeg = this.#put(pieces);
    this.#exports.openJpeg(this.#jpeg, lengthOf(pieces));
    return { width: this.#exports.jpegWidth(), height: this.#exports.jpegHeight() };
  }

  /** Also keeps the source for `encodeMaster`. Draws a part of it, as stored. */
  draw(source: EngineSource, crop: CropBox, size: Size): HeldImage {
    const address = this.#exports.draw(
      Number(source.isJpeg),
      source.width,
      source.height,
      source.orientation,
      Number(source.hasAlpha),
      Number(this.#host.convert !== undefined),
      ...boxOf(crop),
      size.width,
      size.height,
    );
    // The encoders need its room. The engine ignores NOWHERE.
    this.#exports.release(this.#jpeg);
    this.#jpeg = NOWHERE;
    return { ...sizeOf(size), address };
  }

  redraw(from: HeldImage, hasAlpha: boolean, crop: CropBox, size: Size): HeldImage {
    const { address, width, height } = from;
    const box = boxOf(crop);
    const alpha = Number(hasAlpha);
    const drawn = this.#exports.redraw(
      address,
      width,
      height,
      alpha,
      ...box,
      size.width,
      size.height,
    );
    return { ...sizeOf(size), address: drawn };
  }

  hold({ width, height, data }: Pixels): HeldImage {
    return { width, height, address: this.#put([data]) };
  }

  take({ address, width, height }: HeldImage): Pixels {
    const bytes = width * height * BYTES_PER_PIXEL;
    const data = new Uint8ClampedArray(this.#memory.buffer, address, bytes).slice();
    this.#exports.release(address);
    return { width, height, data };
  }

  encodeMaster(quality: number): Uint8Array<ArrayBuffer> {
    return this.#takeFile(this.#exports.encodeMaster(quality));
  }

  /** Frees the image. */
  encode({ address, width, height }: HeldImage, quality: number): Uint8Array<ArrayBuffer> {
    return this.#takeFile(this.#exports.encodePixels(address, width, height, quality));
  }

  #put(pieces: readonly (Uint8Array | Uint8ClampedArray)[]): Address {
    const address = this.#exports.allocate(lengthOf(pieces));
    const heap = new Uint8Array(this.#memory.buffer);
    let at = address;
    for (const piece of pieces) {
      heap.set(piece, at);
      at += piece.length;
    }
    return address;
  }

  #takeFile(address: Address): Uint8Array<ArrayBuffer> {
    const bytes = this.#exports.encodedBytes();
    const file = new Uint8Array(this.#memory.buffer, address, bytes).slice();
    this.#exports.release(address);
    return file;
  }

  #imports(): WebAssembly.Imports {
    const viewOf = (at: number, bytes: number): Uint8ClampedArray<ArrayBuffer> =>
      new Uint8ClampedArray(this.#memory.buffer, at, bytes);
    const textOf = (at: number, bytes: number): string =>
      new TextDecoder().decode(viewOf(at, bytes));
    const host = {
      fail: (text: number, bytes: number): never => {
        const message = textOf(text, bytes);
        throw message === OUT_OF_MEMORY ? outOfMemory() : new Error(message);
      },
      complain: (text: number, bytes: number) => this.#host.warn?.(textOf(text, bytes)),
      readRows: (rgba: number, bytes: number, top: number) =>
        this.#host.readRows?.(viewOf(rgba, bytes), top),
      convert: (rgba: number, bytes: number) => this.#host.convert?.(viewOf(rgba, bytes)),
    };
    const refuse = (): never => {
      throw new Error('The picture engine has no system');
    };
    // Only printing and exiting would call them.
    const system = { fd_close: refuse, fd_seek: refuse, fd_write: refuse, proc_exit: refuse };
    return { env: { memory: this.#memory }, host, wasi_snapshot_preview1: system };
  }
}

function lengthOf(pieces: readonly { readonly length: number }[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function boxOf({ left, top, width, height }: CropBox): Box {
  return [left, top, width, height];
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
