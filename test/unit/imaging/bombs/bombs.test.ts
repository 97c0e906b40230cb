import { expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { BOMBS } from '../../imaging/fixtures/bombs.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';

// Real codecs take seconds where other work has the processor.
vi.setConfig({ testTimeout: 60_000 });

const MIB = 1024 * 1024;
const PLAN = { mimeType: 'image/webp', size: { width: 8, height: 8 }, quality: 80 } as const;

it.each(BOMBS)('$mimeType: $name', async ({ make, mimeType, outcome }) => {
  const file = await make();
  expect(file.length).toBeLessThan(15 * MIB);
  const engine = await createNodeEngine();
  const uses = vi.spyOn(engine.decoders['image/webp'], 'use');
  const made = await deriveWith(engine, file, PLAN);
  expect(made.ok ? 'made' : made.error).toBe(outcome);
  // Of an animation one frame is decoded, and the result is encoded by the same codec.
  if (mimeType === 'image/webp') expect(uses).toHaveBeenCalledTimes(2);
});
