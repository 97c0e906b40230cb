import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeFingerprintSection, PICTURE_ENGINE } from '../../../scripts/support/wasm-builds.ts';

it('The picture engine is built from its present sources', () => {
  const section = makeFingerprintSection();
  const file = readFileSync(PICTURE_ENGINE.output);
  expect([...file.subarray(-section.length)], 'build it again').toEqual([...section]);
});
