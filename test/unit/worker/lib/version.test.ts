import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERSION } from '../../../../src/worker/lib/version.ts';

it('the version is that of package.json', () => {
  const path = join(import.meta.dirname, '../../../../package.json');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: VERSION });
});
