import { expect, it } from 'vitest';
import { dayOf, endOfDay } from '../../../../../src/console/features/albums/days.ts';

it('ends a day at its last second in the browser’s time zone', () => {
  const end = new Date(endOfDay('2027-03-04'));
  expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([4, 23, 59]);
  expect(dayOf(end)).toBe('2027-03-04');
});
