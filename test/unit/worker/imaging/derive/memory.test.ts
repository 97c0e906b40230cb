import { describe, expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../../src/worker/imaging/derive/derive-with.ts';
import type { DerivativePlan } from '../../../../../src/worker/imaging/derive/derivative.ts';
import { inspectImage } from '../../../../../src/worker/imaging/derive/inspect-image.ts';
import { peakBytes } from '../../../../../src/worker/imaging/derive/peak-bytes.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../../../src/imaging/memory-budget.ts';
import { jpegHeaders } from '../../../imaging/fixtures/craft.ts';
import { makeNoise, sizeOf } from '../../../imaging/fixtures/noise.ts';
import { createNodeEngine } from '../../../imaging/fixtures/node-engine.ts';
import { SOURCE_CASES, TARGET_CASES } from './memory-cases.ts';

// Megapixels of noise take long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const MIB = 1024 * 1024;
/** A case must need at least this share of the limit. */
const NEAR = 0.85;

/** The bytes of all WebAssembly memories created while `run` runs. */
async function watchMemories<Value>(run: () => Promise<Value>): Promise<[Value, number[]]> {
  const memories: WebAssembly.Memory[] = [];
  const { Instance } = WebAssembly;
  vi.spyOn(WebAssembly, 'Instance').mockImplementation(function watch(module, imports) {
    const instance = new Instance(module, imports);
    for (const item of Object.values(instance.exports)) {
      if (item instanceof WebAssembly.Memory) memories.push(item);
    }
    return instance;
  });
  const value = await run();
  vi.restoreAllMocks();
  return [value, memories.map(({ buffer }) => buffer.byteLength)];
}

async function deriveWithinLimit(file: Uint8Array, plan: DerivativePlan): Promise<void> {
  const header = await inspectImage(file);
  if (!header.ok) throw new Error(header.error);
  const peak = peakBytes(header.value, file.length, plan);
  expect(peak / MIB).toBeLessThanOrEqual(CODEC_MEMORY_LIMIT_BYTES / MIB);
  expect(peak / MIB).toBeGreaterThan((CODEC_MEMORY_LIMIT_BYTES * NEAR) / MIB);
  const engine = await createNodeEngine();
  const [result, memories] = await watchMemories(() => deriveWith(engine, file, plan));
  expect(result).toHaveProperty('ok', true);
  expect(engine.budget.peakBytes / MIB).toBeLessThanOrEqual(CODEC_MEMORY_LIMIT_BYTES / MIB);
  // The limit also covered each instance's own growth.
  for (const bytes of memories) expect((bytes + file.length) / MIB).toBeLessThanOrEqual(peak / MIB);
}

describe('a derivative is made within its predicted memory', () => {
  it.each(SOURCE_CASES.filter(({ isQuick }) => isQuick))(
    'from $megapixels megapixels of noise: $name',
    async ({ megapixels, write }) => {
      const size = { width: 400, height: 300 };
      const plan = { mimeType: 'image/webp', size, quality: 80 } as const;
      await deriveWithinLimit(await write(megapixels), plan);
    },
  );

  it.each(TARGET_CASES.filter(({ isQuick }) => isQuick))(
    'to $megapixels megapixels of $mimeType',
    async ({ mimeType, megapixels }) => {
      const size = sizeOf(megapixels);
      const noise = makeNoise(size).webp({ quality: 60, effort: 0 });
      const file = new Uint8Array(await noise.toBuffer());
      await deriveWithinLimit(file, { mimeType, size, quality: 100 });
    },
  );

  it('with one memory for PNGs, also after a damaged one', async () => {
    const engine = await createNodeEngine();
    const files = await Promise.all(
      [0.2, 0.04, 0.12, 0.2].map((megapixels, index) =>
        makeNoise(sizeOf(megapixels), index % 2 === 0 ? 3 : 4)
          .png({ compressionLevel: 1 })
          .toBuffer(),
      ),
    );
    const plan = { mimeType: 'image/png', size: sizeOf(0.1), quality: 80 } as const;
    const deriveAll = async (): Promise<void> => {
      for (const file of files) {
        expect(await deriveWith(engine, new Uint8Array(file), plan)).toHaveProperty('ok', true);
      }
    };
    const [, memories] = await watchMemories(async () => {
      await deriveAll();
      const heapBytes = engine.picture.idleBytes;
      await deriveAll();
      expect(engine.picture.idleBytes).toBe(heapBytes);
    });
    expect(memories).toEqual([engine.picture.idleBytes]);
    expect(engine.budget.availableBytes).toBe(CODEC_MEMORY_LIMIT_BYTES);

    const broken = new Uint8Array(files[1] ?? []).fill(7, 60, 400);
    expect(await deriveWith(engine, broken, plan)).toEqual({ ok: false, error: 'undecodable' });
    await deriveAll();
  });

  it('or refused before decoding when that is excessive', async () => {
    const engine = await createNodeEngine();
    const decode = vi.spyOn(engine.picture, 'use');
    const plan = { mimeType: 'image/webp', size: { width: 40, height: 30 }, quality: 80 } as const;
    const file = jpegHeaders(4000, 4000, 3);
    // Progressive, without subsampling: all coefficients are held.
    file[3] = 0xc2;
    for (const factors of [13, 16, 19]) file[factors] = 0x11;
    expect(await deriveWith(engine, file, plan)).toEqual({ ok: false, error: 'too_large' });
    const size = sizeOf(2);
    const wide = jpegHeaders(size.width, size.height, 3);
    const largePlan = { mimeType: 'image/avif', size, quality: 80 } as const;
    expect(await deriveWith(engine, wide, largePlan)).toEqual({ ok: false, error: 'too_large' });
    expect(decode).not.toHaveBeenCalled();
    expect(engine.budget.peakBytes).toBe(0);
  });
});
