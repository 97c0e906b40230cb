import { describe, expect, it } from 'vitest';
import {
  estimateFillUp,
  findQuotaLevel,
  percentOf,
  type PastUpload,
} from '../../../../../../src/console/features/account/model/quota.ts';
import { DAY_MS } from '../../../../../../src/shared/clock.ts';

const NOW_MS = Date.UTC(2026, 10, 22);
const MB = 1024 * 1024;

/** One upload a day for that many days, the last one now. */
const daily = (days: number, bytes: number, everyDays = 1): PastUpload[] =>
  Array.from({ length: days }, (_, index) => ({
    createdAtMs: NOW_MS - index * everyDays * DAY_MS,
    bytes,
  }));

const estimate = (uploads: readonly PastUpload[], used: number, quota: number, imageCount = 0) =>
  estimateFillUp({ used, quota, imageCount, uploads, nowMs: NOW_MS });

describe('the time until a quota is full', () => {
  it('is shown in days, months or years, coarser when farther', () => {
    // 11 MB in 10 days.
    const uploads = daily(11, MB);
    expect(estimate(uploads, 0, 11 * MB)).toEqual({ kind: 'days', days: 10 });
    expect(estimate(uploads, 0, 110 * MB)).toEqual({
      kind: 'month',
      atMs: NOW_MS + 100 * DAY_MS,
    });
    expect(estimate(uploads, 0, 11 * 365 * MB)).toEqual({ kind: 'years', years: 10 });
  });

  it('includes the smaller files of each image', () => {
    // 11 images of 20 that hold 40 MB: 22 MB in 10 days.
    expect(estimate(daily(11, MB), 40 * MB, 62 * MB, 20)).toEqual({ kind: 'days', days: 10 });
  });

  it.each([
    ['few uploads', daily(4, MB, 5), 0, 100 * MB],
    ['uploads of a few days', daily(6, MB), 0, 100 * MB],
    [
      'everything on two days',
      [...daily(5, MB), ...daily(5, MB)].map((upload, index) => ({
        ...upload,
        createdAtMs: NOW_MS - (index % 2) * 20 * DAY_MS,
      })),
      0,
      100 * MB,
    ],
    [
      'uploads of long ago alone',
      daily(20, MB, 2).map((upload) => ({
        ...upload,
        createdAtMs: upload.createdAtMs - 100 * DAY_MS,
      })),
      0,
      100 * MB,
    ],
    ['a quota that is full already', daily(20, MB), 20 * MB, 20 * MB],
    ['a time beyond all plans', daily(20, 1), 0, 1024 * MB],
    ['no uploads', [], 0, 100 * MB],
  ])('is not told from %s', (_name, uploads, used, quota) => {
    expect(estimate(uploads, used, quota)).toBeNull();
  });
});

describe('the level of a quota', () => {
  it.each([
    [0, 'ample'],
    [79.9, 'ample'],
    [80, 'near'],
    [96.9, 'near'],
    [97, 'full'],
    [140, 'full'],
  ])('at %d percent is %s', (percent, level) => {
    expect(findQuotaLevel(percent)).toBe(level);
  });

  it('of an empty quota is full once anything is stored', () => {
    expect([percentOf(0, 0), percentOf(1, 0), percentOf(1, 4)]).toEqual([0, 100, 25]);
  });
});
