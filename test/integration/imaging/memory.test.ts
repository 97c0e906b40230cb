import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createEngine } from '../../../src/worker/imaging/engine.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../src/imaging/memory-budget.ts';
import { renderWith } from '../../../src/worker/imaging/publish.ts';
import { photonHeapBytes } from '../../../src/worker/imaging/watermark/photon-heap.ts';
import type { Watermark } from '../../../src/worker/imaging/watermark/watermark.ts';
import { rewriteMetadata } from '../../../src/imaging/webp/mux.ts';
import { makeNoise, makeWebp } from '../../support/make-webp.ts';

const EDGE_PX = 2048;
const TIMEOUT_MS = 180_000;
/** Less than a lossless source of 4 megapixels needs. */
const TIGHT_BYTES = 40 * 1024 * 1024;
/** Leaves room for a job's files within a publication's memory. */
const MOST_HEAP_BYTES = 56 * 1024 * 1024;

const WATERMARK: Watermark = {
  kind: 'text',
  text: 'Tintype',
  color: '#ffffff',
  position: 'center',
  opacity: 0.8,
  scale: 1,
  margin: 0,
  tiling: false,
};

/** Every WebAssembly memory created since the test began. */
let memories: WebAssembly.Memory[] = [];

beforeEach(() => {
  memories = [];
  const { Instance } = WebAssembly;
  vi.spyOn(WebAssembly, 'Instance').mockImplementation(function watch(
    module: WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) {
    const instance = new Instance(module, imports);
    for (const item of Object.values(instance.exports)) {
      if (item instanceof WebAssembly.Memory) memories.push(item);
    }
    return instance;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ['lossy noise of the highest quality', true, { quality: 100, method: 0 }, 1],
  // The second job uses the same instances.
  ['lossless noise', true, { lossless: 1, method: 0 }, 2],
  ['lossy noise with transparency', false, { quality: 80, method: 0 }, 1],
])(
  'the isolate publishes 4 megapixels of %s within the budget, and counts its heaps exactly',
  async (_, isOpaque, options, jobs) => {
    const noise = await makeWebp(makeNoise(EDGE_PX, EDGE_PX, isOpaque), options);
    memories = [];
    const source = rewriteMetadata(noise, new Uint8Array(8 * 1024 * 1024));
    const engine = createEngine();
    for (let job = 0; job < jobs; job += 1) {
      const result = await renderWith(engine, source, { watermark: WATERMARK, quality: 80 });
      expect(result.ok).toBe(true);
    }
    expect(engine.budget.peakBytes).toBeLessThanOrEqual(MOST_HEAP_BYTES);
    const codecBytes = memories.at(-1)?.buffer.byteLength ?? 0;
    expect(engine.picture.idleBytes).toBe(codecBytes);
    // Idle instances and photon remain.
    expect(engine.budget.availableBytes).toBe(CODEC_MEMORY_LIMIT_BYTES - photonHeapBytes());
    expect(codecBytes).toBeGreaterThan(EDGE_PX * EDGE_PX);
  },
  TIMEOUT_MS,
);

it(
  'the isolate reports a source that is too large, without running out of memory',
  async () => {
    const noise = makeNoise(EDGE_PX, EDGE_PX, false);
    const source = await makeWebp(noise, { lossless: 1, exact: 1, method: 0 });
    const engine = createEngine(TIGHT_BYTES);
    const result = await renderWith(engine, source, { watermark: null, quality: 80 });
    expect(result).toEqual({ ok: false, error: 'too_large' });
    expect(engine.budget.peakBytes).toBeLessThanOrEqual(TIGHT_BYTES);
  },
  TIMEOUT_MS,
);
