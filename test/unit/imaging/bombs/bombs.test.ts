import { expect, it, vi } from 'vitest';
import { prepareParts } from '../../../../src/client/imaging/prepare-parts.ts';
import { deriveWith } from '../../../../src/worker/imaging/derive/derive-with.ts';
import { SMALL_RECIPE } from '../../client/imaging/fixtures/recipe.ts';
import { BOMBS } from '../../imaging/fixtures/bombs.ts';
import { codecs } from '../../imaging/fixtures/encoders.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const MIB = 1024 * 1024;
const PLAN = { mimeType: 'image/webp', size: { width: 8, height: 8 }, quality: 80 } as const;

it.each(BOMBS)(
  'a bomb has its outcome in the Worker and in a client in time, $mimeType: $name',
  async ({ make, mimeType, outcome, client }) => {
    const file = await make();
    expect(file.length).toBeLessThan(15 * MIB);
    const engine = await createNodeEngine();
    const uses = vi.spyOn(engine.picture, 'attempt');
    const made = await deriveWith(engine, file, PLAN);
    expect(made.ok ? 'made' : made.error).toBe(outcome);
    // One use decodes the first frame, one encodes the result; what is read in rows takes one for both.
    if (mimeType === 'image/webp') expect([1, 2]).toContain(uses.mock.calls.length);
    const prepared = await prepareParts(file, SMALL_RECIPE, codecs).then(
      () => 'made',
      ({ code }: { code: string }) => code,
    );
    expect(prepared).toBe(client);
  },
);
