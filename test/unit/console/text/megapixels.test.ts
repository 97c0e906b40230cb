import { expect, it } from 'vitest';
import { de } from '../../../../src/console/text/de/index.ts';
import { zh } from '../../../../src/console/text/zh/index.ts';

it('counts of pixels are in the unit and with the decimal mark of the language', () => {
  expect(zh.upload.failures.too_many_pixels(50)).toContain('5000 万像素');
  expect(zh.image.pixelsOf('4,096', '2,304', 9.4)).toContain('940 万像素');
  expect(de.image.pixelsOf('4.096', '2.304', 9.4)).toContain('9,4\u00A0MP');
});
