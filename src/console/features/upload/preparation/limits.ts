/**
 * How large a picture a device may prepare (specification, Limits), by each of two paths: the codecs in WebAssembly, or,
 * where that is not to be had, the browser's own decoder and canvas.
 *
 * - All that the recipe allows, 50 megapixels, needs WebAssembly and four signs that there is room for it: cross-origin
 *   isolation, shared memory, Workers, and 4 GB of memory that the browser reports.
 * - The codecs in WebAssembly would run without any of these but Workers. Where one is missing they take twice what the
 *   other path may, for they hold half as much: 3 bytes a pixel of a photograph and 9 at most, where a decoded picture,
 *   its pixels and a canvas have 4 each and an encoder's copy comes on top. So a camera's 24 megapixels can be sent from
 *   browsers that report no memory, too.
 * - The browser's own path may have 8, 13 or 16 megapixels, by the memory that is reported, and no side over 8192.
 */

import type { Size } from '../../../../shared/pixels.ts';
import { PrepareError } from '../../../../client/imaging/prepare-error.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';

/** What of a device and a page decides how large a picture may be prepared, and how. */
export interface DeviceTraits {
  /** As the browser reports it; null where it does not. */
  readonly memoryGigabytes: number | null;
  readonly processors: number;
  readonly isIsolated: boolean;
  readonly hasSharedMemory: boolean;
  readonly hasWorkers: boolean;
  readonly hasWebAssembly: boolean;
}

export interface PathLimits {
  readonly maxPixels: number;
  readonly maxSidePixels: number;
}

const MEGAPIXEL = 1_000_000;
const LOW_MEMORY_PIXELS = 8 * MEGAPIXEL;
const TYPICAL_PIXELS = 13 * MEGAPIXEL;
const LARGE_MEMORY_PIXELS = 16 * MEGAPIXEL;
const NATIVE_MAX_SIDE_PIXELS = 8192;
const TYPICAL_MEMORY_GIGABYTES = 4;
const LARGE_MEMORY_GIGABYTES = 8;
const WASM_GAIN = 2;

const MEBIBYTE = 1024 * 1024;
const WHOLE_HEAP_BYTES = 1024 * MEBIBYTE;
const REDUCED_HEAP_BYTES = 512 * MEBIBYTE;
const LOW_MEMORY_HEAP_BYTES = 256 * MEBIBYTE;

/** Processors as browsers count them are not all free, and not all equal: two pictures at once, whatever they say. */
const MAX_PREPARATIONS = 2;
/** One reads and encodes a picture, another its frames. */
const THREADS_PER_PREPARATION = 2;

/** What the browser's own decoder and canvas may get. */
export function nativeLimits({ memoryGigabytes }: DeviceTraits): PathLimits {
  const memory = memoryGigabytes ?? TYPICAL_MEMORY_GIGABYTES;
  const maxSidePixels = NATIVE_MAX_SIDE_PIXELS;
  if (memory < TYPICAL_MEMORY_GIGABYTES) return { maxPixels: LOW_MEMORY_PIXELS, maxSidePixels };
  const isLarge = memory >= LARGE_MEMORY_GIGABYTES;
  return { maxPixels: isLarge ? LARGE_MEMORY_PIXELS : TYPICAL_PIXELS, maxSidePixels };
}

/** What the codecs in WebAssembly may get; what the recipe and the format allow is looked at before. */
export function wasmLimits(device: DeviceTraits): PathLimits {
  const maxPixels = hasRoom(device) ? Infinity : WASM_GAIN * nativeLimits(device).maxPixels;
  return { maxPixels, maxSidePixels: Infinity };
}

/** What a codec in WebAssembly may hold beside the picture. */
export function wasmHeapBytes(device: DeviceTraits): number {
  if (hasRoom(device)) return WHOLE_HEAP_BYTES;
  return nativeLimits(device).maxPixels === LOW_MEMORY_PIXELS
    ? LOW_MEMORY_HEAP_BYTES
    : REDUCED_HEAP_BYTES;
}

/** How many pictures may be prepared at a time: as many as the recipe hints at, if the device has the processors. */
export function countPreparations(
  { client_max_native_concurrency: hint = 1 }: Recipe,
  device: DeviceTraits,
): number {
  const fitting = Math.floor(device.processors / THREADS_PER_PREPARATION);
  const most = hasRoom(device) ? MAX_PREPARATIONS : 1;
  return Math.max(1, Math.min(hint, fitting, most));
}

/** A picture that the service would take, and another device might prepare. */
export class DeviceLimitError extends PrepareError {
  /** Pixels. */
  readonly limit: number;

  constructor(code: 'too_many_pixels' | 'side_too_long', limit: number, message: string) {
    super(code, message);
    this.limit = limit;
  }
}

/** @throws {DeviceLimitError} too_many_pixels, side_too_long */
export function demandFit({ width, height }: Size, { maxPixels, maxSidePixels }: PathLimits): void {
  const size = `The image is ${width} × ${height} pixels`;
  if (width * height > maxPixels) {
    const megapixels = maxPixels / MEGAPIXEL;
    throw new DeviceLimitError(
      'too_many_pixels',
      maxPixels,
      `${size}; this browser can prepare ${megapixels} megapixels on this device.`,
    );
  }
  if (Math.max(width, height) > maxSidePixels) {
    throw new DeviceLimitError(
      'side_too_long',
      maxSidePixels,
      `${size}; this browser can prepare sides of ${maxSidePixels} pixels.`,
    );
  }
}

function hasRoom(device: DeviceTraits): boolean {
  const { memoryGigabytes, isIsolated, hasSharedMemory, hasWorkers } = device;
  const isReported = memoryGigabytes !== null && memoryGigabytes >= TYPICAL_MEMORY_GIGABYTES;
  return isReported && isIsolated && hasSharedMemory && hasWorkers;
}
