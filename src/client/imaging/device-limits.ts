/**
 * The largest image that a device may prepare, by each of two paths: the codecs in WebAssembly,
 * or else the browser's own decoder and canvas.
 *
 * - The recipe's 50 megapixels need WebAssembly and four signs of enough memory: cross-origin isolation, shared memory,
 *   Workers, and 4 GB of memory that the browser reports.
 * - The codecs in WebAssembly need none of these but Workers. Where one is missing they get twice the limit of the other
 *   path, since they need half its memory: 3 bytes a pixel of a photograph and 9 at most. A decoded image, its pixels
 *   and a canvas take 4 each, plus an encoder's copy. So browsers that report no memory can send 24 megapixels, too.
 * - The browser's own path gets 8, 13 or 16 megapixels, by the memory that is reported, and no side over 8192.
 */

import type { Size } from '../../shared/pixels.ts';
import type { Recipe } from '../protocol-types.ts';
import type { DeviceTraits } from './device.ts';
import { PrepareError, type DeviceLimitCode } from './prepare-error.ts';

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

/** Browsers count processors that are busy or slow, too: at most two images at once. */
const MAX_PREPARATIONS = 2;
/** One processor reads and encodes an image, another one its frames. */
const THREADS_PER_PREPARATION = 2;

export function nativeLimits({ memoryGigabytes }: DeviceTraits): PathLimits {
  const memory = memoryGigabytes ?? TYPICAL_MEMORY_GIGABYTES;
  const maxSidePixels = NATIVE_MAX_SIDE_PIXELS;
  if (memory < TYPICAL_MEMORY_GIGABYTES) return { maxPixels: LOW_MEMORY_PIXELS, maxSidePixels };
  const isLarge = memory >= LARGE_MEMORY_GIGABYTES;
  return { maxPixels: isLarge ? LARGE_MEMORY_PIXELS : TYPICAL_PIXELS, maxSidePixels };
}

export function wasmLimits(device: DeviceTraits): PathLimits {
  const maxPixels = hasRoom(device) ? Infinity : WASM_GAIN * nativeLimits(device).maxPixels;
  return { maxPixels, maxSidePixels: Infinity };
}

export function wasmHeapBytes(device: DeviceTraits): number {
  if (hasRoom(device)) return WHOLE_HEAP_BYTES;
  return nativeLimits(device).maxPixels === LOW_MEMORY_PIXELS
    ? LOW_MEMORY_HEAP_BYTES
    : REDUCED_HEAP_BYTES;
}

export function countPreparations(
  { client_max_native_concurrency: hint = 1 }: Recipe,
  device: DeviceTraits,
): number {
  const fitting = Math.floor(device.processors / THREADS_PER_PREPARATION);
  const most = hasRoom(device) ? MAX_PREPARATIONS : 1;
  return Math.max(1, Math.min(hint, fitting, most));
}

/** The image exceeds this device; the service would take it from another one. */
export class DeviceLimitError extends PrepareError {
  override readonly name = 'DeviceLimitError';
  /** Pixels. */
  readonly limit: number;

  constructor(code: DeviceLimitCode, limit: number, message: string) {
    super(code, message);
    this.limit = limit;
  }
}

/** @throws {DeviceLimitError} */
export function demandFit({ width, height }: Size, { maxPixels, maxSidePixels }: PathLimits): void {
  const size = `The image is ${width} × ${height} pixels`;
  if (width * height > maxPixels) {
    const megapixels = maxPixels / MEGAPIXEL;
    throw new DeviceLimitError(
      'too_many_pixels_for_device',
      maxPixels,
      `${size}; this browser can prepare ${megapixels} megapixels on this device.`,
    );
  }
  if (Math.max(width, height) > maxSidePixels) {
    throw new DeviceLimitError(
      'side_too_long_for_device',
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
