import { expect, it } from 'vitest';
import { GUEST, isExpired } from '../../../../../../src/console/features/upload/model/item-age.ts';

const DAY_MS = 86_400_000;

it('a photo that waits for a sign-in expires after a day, also if the clock was set back', () => {
  const isOld = (ageMs: number): boolean => isExpired({ owner: GUEST, addedAt: 0 }, ageMs);
  expect([0, DAY_MS, DAY_MS + 1, -DAY_MS - 1].map(isOld)).toEqual([false, false, true, true]);
});

it('an upload of an account expires after 14 days', () => {
  const isOld = (ageMs: number): boolean => isExpired({ owner: 1, addedAt: 0 }, ageMs);
  expect([2 * DAY_MS, 14 * DAY_MS, 14 * DAY_MS + 1].map(isOld)).toEqual([false, false, true]);
});
