import { describe, expect, it } from 'vitest';
import {
  countPreparations,
  demandFit,
  type DeviceTraits,
  nativeLimits,
  wasmHeapBytes,
  wasmLimits,
} from '../../../../../../src/console/features/upload/preparation/limits.ts';
import { RECIPE } from '../../../../client/imaging/fixtures/recipe.ts';

const MEGAPIXEL = 1_000_000;
const DESKTOP: DeviceTraits = {
  memoryGigabytes: 8,
  processors: 8,
  isIsolated: true,
  hasSharedMemory: true,
  hasWorkers: true,
  hasWebAssembly: true,
};

describe('the limits of a device', () => {
  it.each([
    [0.5, 8],
    [2, 8],
    [null, 13],
    [4, 13],
    [8, 16],
    [32, 16],
  ])('with %s GB give the browser’s own path %i megapixels', (memoryGigabytes, megapixels) => {
    expect(nativeLimits({ ...DESKTOP, memoryGigabytes })).toEqual({
      maxPixels: megapixels * MEGAPIXEL,
      maxSidePixels: 8192,
    });
  });

  it('give WebAssembly the whole recipe with isolation, shared memory, Workers and 4 GB', () => {
    expect(wasmLimits({ ...DESKTOP, memoryGigabytes: 4 }).maxPixels).toBe(Infinity);
  });

  it.each([
    ['isolation', { isIsolated: false }, 32],
    ['shared memory', { hasSharedMemory: false }, 32],
    ['Workers', { hasWorkers: false }, 32],
    ['reported memory', { memoryGigabytes: null }, 26],
    ['4 GB', { memoryGigabytes: 2 }, 16],
  ])('give WebAssembly less without %s', (_, lack, megapixels) => {
    const device = { ...DESKTOP, ...lack };
    expect(wasmLimits(device).maxPixels).toBe(megapixels * MEGAPIXEL);
    expect(wasmHeapBytes(device)).toBeLessThan(wasmHeapBytes(DESKTOP));
  });

  it('refuse too many pixels and too long a side, and accept the exact limits', () => {
    const limits = nativeLimits(DESKTOP);
    demandFit({ width: 8000, height: 2000 }, limits);
    demandFit({ width: 8192, height: 1 }, limits);
    expect(() => demandFit({ width: 8000, height: 2001 }, limits)).toThrow(
      'The image is 8000 × 2001 pixels; this browser can prepare 16 megapixels on this device.',
    );
    expect(() => demandFit({ width: 1, height: 8193 }, limits)).toThrow(
      'The image is 1 × 8193 pixels; this browser can prepare sides of 8192 pixels.',
    );
  });
});

it.each([
  [undefined, DESKTOP, 1],
  [1, DESKTOP, 1],
  [4, DESKTOP, 2],
  [4, { ...DESKTOP, processors: 2 }, 1],
  [4, { ...DESKTOP, processors: 1 }, 1],
  [4, { ...DESKTOP, memoryGigabytes: null }, 1],
])(
  'prepares as many images at once as the recipe hints at (%s) and the device can bear',
  (hint, device, count) => {
    const recipe = hint === undefined ? RECIPE : { ...RECIPE, client_max_native_concurrency: hint };
    expect(countPreparations(recipe, device)).toBe(count);
  },
);
