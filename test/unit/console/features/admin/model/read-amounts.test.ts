import { describe, expect, it } from 'vitest';
import {
  readGigabytes,
  readImageLimit,
  readUses,
  writeGigabytes,
} from '../../../../../../src/console/features/admin/model/read-amounts.ts';

describe('an amount that an administrator types', () => {
  it('in gigabytes has a point or a comma, and up to 1,024 times 1,024 of them', () => {
    expect(readGigabytes('5')).toBe(5 * 1024 ** 3);
    expect([readGigabytes('0.5'), readGigabytes(' 0,5 ')]).toEqual([1024 ** 3 / 2, 1024 ** 3 / 2]);
    expect([readGigabytes('0'), readGigabytes('1048576')]).toEqual([0, 2 ** 50]);
    for (const wrong of ['-1', '1e3', '5 GB', '1048577', '.5', '1,000.5']) {
      expect(readGigabytes(wrong), wrong).toBeUndefined();
    }
  });

  it('in gigabytes is shown so that saving it changes no byte', () => {
    for (const bytes of [0, 1, 1000, 1_073_741_824, 123_456_789_012, 2 ** 50]) {
      expect(readGigabytes(writeGigabytes(bytes))).toBe(bytes);
    }
  });

  it('of uses or images is a whole number, or nothing', () => {
    expect([readUses(''), readUses('1'), readUses('1000000')]).toEqual([null, 1, 1_000_000]);
    for (const wrong of ['0', '1000001', '1.5', '-1', 'x']) expect(readUses(wrong)).toBeUndefined();
    expect([readImageLimit(' '), readImageLimit('0')]).toEqual([null, 0]);
    expect(readImageLimit('100000001')).toBeUndefined();
  });
});
