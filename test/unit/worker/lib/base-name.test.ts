import { expect, it } from 'vitest';
import { baseName } from '../../../../src/worker/lib/base-name.ts';

it.each([
  ['x.jpg', 'x.jpg'],
  ['../../x.jpg', 'x.jpg'],
  ['C:\\photos\\x.jpg', 'x.jpg'],
  ['/a\\b/', 'b'],
  ['..', '..'],
  ['/\\/', ''],
  ['', ''],
])('a base name is the last part of a path: %j', (path, name) => {
  expect(baseName(path)).toBe(name);
});
