import { expect, it, vi } from 'vitest';
import { prepareParts } from '../../../../src/client/imaging/prepare-parts.ts';
import { BOMBS } from '../../imaging/fixtures/bombs.ts';
import { codecs } from '../../imaging/fixtures/encoders.ts';
import { SMALL_RECIPE } from './fixtures/recipe.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

it.each(BOMBS)(
  'a client prepares or refuses a bomb in time, $mimeType: $name',
  async ({ make, client }) => {
    const prepared = prepareParts(await make(), SMALL_RECIPE, codecs);
    const outcome = await prepared.then(
      () => 'made',
      ({ code }: { code: string }) => code,
    );
    expect(outcome).toBe(client);
  },
);
