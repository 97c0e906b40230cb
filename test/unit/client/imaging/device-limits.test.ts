import { describe, expect, it } from 'vitest';
import { createBrowserCodecs } from '../../../../src/client/imaging/codecs/browser-codecs.ts';
import type { Codecs } from '../../../../src/client/imaging/codecs/codecs.ts';
import type { DeviceTraits } from '../../../../src/client/imaging/device.ts';
import {
  countPreparations,
  demandFit,
  nativeLimits,
  wasmHeapBytes,
  wasmLimits,
} from '../../../../src/client/imaging/device-limits.ts';
import { prepareParts } from '../../../../src/client/imaging/prepare-parts.ts';
import type { CodecThread } from '../../../../src/client/imaging/threads/codec-thread.ts';
import { serveCodecs } from '../../../../src/client/imaging/threads/serve-codecs.ts';
import { createThreadedCodecs } from '../../../../src/client/imaging/threads/threaded-codecs.ts';
import { jpegHeaders } from '../../imaging/fixtures/craft.ts';
import { RECIPE } from './fixtures/recipe.ts';

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

describe('the codecs of the library', () => {
  const device = { ...DESKTOP, memoryGigabytes: 2 };
  const beyond = jpegHeaders(4001, 4000, 3);
  const loaded: string[] = [];
  const codecs = createBrowserCodecs(
    (name) => {
      loaded.push(name);
      return `data:,${name}`;
    },
    { device },
  );

  const refusalOf = (file: Uint8Array, by: Codecs): Promise<unknown> =>
    prepareParts(file, RECIPE, by).catch((error: unknown) => error);

  it('refuse by name what the device cannot hold, and load nothing for it', async () => {
    expect(await refusalOf(beyond, codecs)).toMatchObject({
      name: 'DeviceLimitError',
      code: 'too_many_pixels_for_device',
      limit: 16 * MEGAPIXEL,
    });
    expect(loaded).toEqual([]);
  });

  it('try what the device can hold', async () => {
    const refusal = await refusalOf(jpegHeaders(4000, 4000, 3), codecs);
    expect(refusal).toMatchObject({ name: 'PrepareError', code: 'codec_unavailable' });
    expect(loaded).not.toEqual([]);
  });

  it('refuse it from a thread by the same code', async () => {
    const threaded = createThreadedCodecs(() => startThread(codecs));
    expect(await refusalOf(beyond, threaded)).toMatchObject({
      code: 'too_many_pixels_for_device',
    });
  });
});

function startThread(codecs: Parameters<typeof serveCodecs>[0]): CodecThread {
  let hear: (message: unknown) => void = () => undefined;
  const serve = serveCodecs(codecs, (answer) => hear(answer));
  return {
    post: (message) => void serve(message),
    listen: (onMessage) => {
      hear = onMessage;
    },
    end: () => undefined,
  };
}
