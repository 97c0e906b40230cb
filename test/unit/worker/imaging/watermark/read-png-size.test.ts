import { encode } from 'fast-png';
import { expect, it } from 'vitest';

import { readPngSize } from '../../../../../src/worker/imaging/watermark/read-png-size.ts';

it('the size of a PNG is read without decoding, and null for other files', () => {
  const file = encode({ width: 3, height: 5, channels: 1, data: new Uint8Array(15) });
  expect(readPngSize(file)).toEqual({ width: 3, height: 5 });
  expect(readPngSize(file.subarray(1))).toBeNull();
  expect(readPngSize(file.subarray(0, 20))).toBeNull();
});
