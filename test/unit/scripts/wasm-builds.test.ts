import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeFingerprintSection, WASM_BUILDS } from '../../../scripts/support/wasm-builds.ts';

it.each(Object.entries(WASM_BUILDS))(
  'the output of scripts/%s was built from its present sources',
  (_, build) => {
    const section = makeFingerprintSection(build);
    for (const path of build.outputs) {
      const file = readFileSync(path);
      expect([...file.subarray(-section.length)], `${path}: build it anew`).toEqual([...section]);
    }
  },
);
