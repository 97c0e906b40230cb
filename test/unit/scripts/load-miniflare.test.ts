import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { GROWTH } from '../../../scripts/support/load-miniflare.ts';

it('the local runtime still has the line that is replaced', () => {
  const path = createRequire(import.meta.url).resolve('miniflare');
  expect(readFileSync(path, 'utf8').split(GROWTH[0])).toHaveLength(2);
});
