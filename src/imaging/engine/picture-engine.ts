import { BYTES_PER_PIXEL, type CropBox, type Pixels, type Size } from '../../shared/pixels.ts';
import { outOfMemory } from '../image-error.ts';
import type { Address, Box, EngineExports, Flag, Sides } from './engine-exports.ts';
import type { Planes } from './planes.ts';

/** Of the samples of planes: WebP's are video's (ITU-R BT.601), JPEG's take all 256 values. */
export type SampleRange = 'video' | 'full';

export interface EngineHost {
  /** For a source other than JPEG. */
  readonly readRows?: (rgba: Uint8ClampedArray<ArrayBuffer>, top: number) => void;
  /** Of RGBA, or of the four inks of a JPEG. */
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

export const INITIAL_ENGINE_BYTES = INITIAL_PAGES * PAGE_BYTES;

/** For one engine, or for another once it has failed, after `clearMemory`. */
export function openMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES });
}

/** A new instance writes its data again, and expects zeros everywhere else. */
export function clearMemory({ buffer }: WebAssembly.Memory): void {
  new Uint8Array(buffer).fill(0);
}

/**
 * Holds what it is given until it is taken or encoded. Unusable after an error: each method throws the engine's about the
 * file, and {ImageError} out_of_memory.
 */
export class PictureEngine {
  readonly #exports: EngineExports;
  readonly #memory: WebAssembly.Memory;
  readonly #reserve: (bytes: number) => boolean;
  #host: EngineHost = {};
  #jpeg: Address = NOWHERE;

  /** `reserve` is asked before the memory grows. */
  constructor(
    compiled: WebAssembly.Module,
    memory: WebAssembly.Memory,
    reserve: (bytes: number) => boolean,
  ) {
    this.#memory = memory;
    this.#reserve = reserve;
    const instance = new WebAssembly.Instance(compiled, this.#imports());
    this.#exports = instance.exports as unknown as EngineExports;
  }

  /** For the next source. */
  connect(host: EngineHost): void {
    this.#host = host;
  }

  openJpeg(pieces: readonly Uint8Array[]): Size {
    this.#jpeg = this.#put(pieces);
    this.#exports.openJpeg(this.#jpeg, lengthOf(pieces));
    return { width: this.#exports.jpegWidth(), height: this.#exports.jpegHeight() };
  }

  /** All of the opened JPEG, as stored, at most at its own size: RGBA, or four inks. */
  shrinkJpeg(size: Size): Pixels {
    const address = this.#exports.shrinkJpeg(size.width, size.height);
    this.#closeJpeg();
    return this.take({ ...sizeOf(size), address });
  }

  /** Whether the opened JPEG has luma and chroma; any other is closed. The size is as stored; the planes are upright. */
  shrinkJpegToPlanes(size: Size, orientation: number, range: SampleRange): boolean {
    const hasLuma = this.#exports.hasLuma() === 1;
    const isVideo = flagOf(range === 'video');
    if (hasLuma) {
      this.#exports.shrinkJpegToPicture(size.width, size.height, orientation, isVideo);
    } else {
      this.#exports.closeJpeg();
    }
    this.#closeJpeg();
    return hasLuma;
  }

  /** Also keeps the source for `encodeMaster`. Draws a part of it, as stored. */
  draw(source: EngineSource, crop: CropBox, size: Size): HeldImage {
    const address = this.#exports.draw(
      flagOf(source.isJpeg),
      ...sidesOf(source),
      source.orientation,
      flagOf(source.hasAlpha),
      flagOf(this.#host.convert !== undefined),
      ...boxOf(crop),
      ...sidesOf(size),
    );
    this.#closeJpeg();
    return { ...sizeOf(size), address };
  }

  /** All of the host's rows at another size. */
  drawRows(source: Size, hasAlpha: boolean, size: Size): Pixels {
    const sizes = [...sidesOf(source), flagOf(hasAlpha), ...sidesOf(size)] as const;
    return this.take({ ...sizeOf(size), address: this.#exports.drawRows(...sizes) });
  }

  redraw(from: HeldImage, hasAlpha: boolean, crop: CropBox, size: Size): HeldImage {
    const sizes = [...sidesOf(from), flagOf(hasAlpha), ...boxOf(crop), ...sidesOf(size)] as const;
    return { ...sizeOf(size), address: this.#exports.redraw(from.address, ...sizes) };
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

  /** Lossy, as all WebP here; quality is 0 to 100. */
  encodeMaster(quality: number): Uint8Array<ArrayBuffer> {
    return this.#takeFile(this.#exports.encodePicture(quality));
  }

  /** Frees the image. */
  encode(
    { address, width, height }: HeldImage,
    quality: number,
    { withAlpha = true, isLowOnMemory = false } = {},
  ): Uint8Array<ArrayBuffer> {
    const [alpha, low] = [flagOf(withAlpha), flagOf(isLowOnMemory)];
    return this.#takeFile(this.#exports.encodePixels(address, width, height, alpha, quality, low));
  }

  /** Ignores alpha. Frees the image. */
  encodeJpeg({ address, width, height }: HeldImage, quality: number): Uint8Array<ArrayBuffer> {
    return this.#takeFile(this.#exports.encodeJpeg(address, width, height, quality));
  }

  /** RGBA of 8 bits without metadata. Frees the image. */
  encodePng({ address, width, height }: HeldImage): Uint8Array<ArrayBuffer> {
    return this.#takeFile(this.#exports.encodePng(address, width, height));
  }

  /** Pieces of a still WebP without metadata; null when libwebp refuses it. Views of the memory until the next call. */
  decodePlanes(pieces: readonly Uint8Array[], { width, height }: Size): Planes | null {
    const isDecoded = this.#read(pieces, this.#exports.decodePlanes);
    const isWhole = this.#exports.width() === width && this.#exports.height() === height;
    if (isDecoded === 0 || !isWhole) return null;
    const view = (address: Address, length: number): Uint8Array =>
      new Uint8Array(this.#memory.buffer, address, length);
    const [pixels, squares] = [width * height, Math.ceil(width / 2) * Math.ceil(height / 2)];
    const alpha = this.#exports.alpha();
    return {
      width,
      height,
      y: view(this.#exports.luma(), pixels),
      u: view(this.#exports.chromaU(), squares),
      v: view(this.#exports.chromaV(), squares),
      alpha: alpha === NOWHERE ? null : view(alpha, pixels),
    };
  }

  /** The planes without alpha, as WebP. */
  encodePlanes(quality: number, isLowOnMemory: boolean): Uint8Array<ArrayBuffer> {
    return this.#takeFile(this.#exports.encodePlanes(quality, flagOf(isLowOnMemory)));
  }

  /** Null when libwebp refuses the file. */
  decodeWebp(file: Uint8Array): Pixels | null {
    const address = this.#read([file], this.#exports.decodePixels);
    if (address === NOWHERE) return null;
    return this.take({ width: this.#exports.width(), height: this.#exports.height(), address });
  }

  /** Of a PNG without metadata, whose header states `source`; of 16 bits a channel, rounded to 8. */
  shrinkPng(file: Uint8Array, source: Size, hasAlpha: boolean, size: Size): Pixels {
    const sizes = [...sidesOf(source), flagOf(hasAlpha), ...sidesOf(size)] as const;
    const address = this.#read([file], this.#exports.shrinkPng, ...sizes);
    return this.take({ ...sizeOf(size), address });
  }

  /** As `shrinkPng`, without transparency. The size is as stored; the planes are upright. */
  shrinkPngToPlanes(
    file: Uint8Array,
    source: Size,
    size: Size,
    orientation: number,
    range: SampleRange,
  ): void {
    const isVideo = flagOf(range === 'video');
    const drawing = [...sidesOf(source), ...sidesOf(size), orientation, isVideo] as const;
    this.#read([file], this.#exports.shrinkPngToPicture, ...drawing);
  }

  /** Of the payload of a VP8 chunk, which states `source`; null when libwebp refuses it. */
  shrinkWebp(data: Uint8Array, source: Size, size: Size): Pixels | null {
    const sides = [...sidesOf(source), ...sidesOf(size)] as const;
    const address = this.#read([data], this.#exports.shrinkWebp, ...sides);
    return address === NOWHERE ? null : this.take({ ...sizeOf(size), address });
  }

  /** Of a still WebP of any kind, which states `source`; null when libwebp refuses it. */
  shrinkWebpPixels(file: Uint8Array, source: Size, hasAlpha: boolean, size: Size): Pixels | null {
    const sizes = [...sidesOf(source), flagOf(hasAlpha), ...sidesOf(size)] as const;
    const address = this.#read([file], this.#exports.shrinkPixels, ...sizes);
    return address === NOWHERE ? null : this.take({ ...sizeOf(size), address });
  }

  /** As `shrinkWebp`, to planes; false when libwebp refuses it. */
  shrinkWebpToPlanes(data: Uint8Array, source: Size, size: Size, range: SampleRange): boolean {
    const sides = [...sidesOf(source), ...sidesOf(size), flagOf(range === 'video')] as const;
    return this.#read([data], this.#exports.shrinkWebpToPicture, ...sides) === 1;
  }

  /** The planes, of the full range, as JPEG. */
  encodePlanesAsJpeg(quality: number): Uint8Array<ArrayBuffer> {
    return this.#takeFile(this.#exports.encodePictureAsJpeg(quality));
  }

  /** Frees the master or the planes. */
  clear(): void {
    this.#exports.clear();
  }

  #closeJpeg(): void {
    this.#exports.release(this.#jpeg);
    this.#jpeg = NOWHERE;
  }

  /** Holds a file for one call. */
  #read<Rest extends readonly number[], Made>(
    pieces: readonly Uint8Array[],
    read: (file: Address, bytes: number, ...rest: Rest) => Made,
    ...rest: Rest
  ): Made {
    const file = this.#put(pieces);
    const made = read(file, lengthOf(pieces), ...rest);
    this.#exports.release(file);
    return made;
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
    if (address === NOWHERE) throw new Error('The encoder refused sound pixels');
    const bytes = this.#exports.fileLength();
    const file = new Uint8Array(this.#memory.buffer, address, bytes).slice();
    this.#exports.release(address);
    return file;
  }

  #grow(pages: number): void {
    if (!this.#reserve(pages * PAGE_BYTES)) throw outOfMemory();
    try {
      this.#memory.grow(pages);
    } catch (error) {
      throw outOfMemory(error);
    }
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
      grow: (pages: number) => this.#grow(pages),
      complain: (text: number, bytes: number) => this.#host.warn?.(textOf(text, bytes)),
      readRows: (rgba: number, bytes: number, top: number) =>
        this.#host.readRows?.(viewOf(rgba, bytes), top),
      convert: (rgba: number, bytes: number) => this.#host.convert?.(viewOf(rgba, bytes)),
    };
    const refuse = (): never => {
      throw new Error('The picture engine has no system');
    };
    // Only printing, opening files and exiting would call them.
    const files = { fd_close: refuse, fd_prestat_get: refuse, fd_prestat_dir_name: refuse };
    const system = { ...files, fd_seek: refuse, fd_write: refuse, proc_exit: refuse };
    return { env: { memory: this.#memory }, host, wasi_snapshot_preview1: system };
  }
}

function lengthOf(pieces: readonly { readonly length: number }[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function boxOf({ left, top, width, height }: CropBox): Box {
  return [left, top, width, height];
}

export function sizeOf({ width, height }: Size): Size {
  return { width, height };
}

function sidesOf({ width, height }: Size): Sides {
  return [width, height];
}

function flagOf(is: boolean): Flag {
  return is ? 1 : 0;
}
