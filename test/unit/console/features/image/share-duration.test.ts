import { describe, expect, it } from 'vitest';
import {
  chosenDuration,
  readDuration,
  USUAL_DURATION,
  type ShareUnit,
} from '../../../../../src/console/features/image/share-duration.ts';

describe('the length of a share link', () => {
  it.each<[string, ShareUnit, number | null]>([
    ['10', 'minute', 600_000],
    [' 90 ', 'minute', 5_400_000],
    ['1.5', 'hour', 5_400_000],
    ['1,5', 'hour', 5_400_000],
    ['3', 'day', 259_200_000],
    ['72', 'hour', 259_200_000],
    ['9', 'minute', null],
    ['3.01', 'day', null],
    ['0', 'day', null],
    ['-1', 'day', null],
    ['', 'hour', null],
    ['soon', 'hour', null],
    ['1e1', 'hour', null],
  ])('%j %s is %s', (amount, unit, wanted) => {
    expect(readDuration(amount, unit)).toBe(wanted);
  });

  it('is the deployment’s default, a preset or a custom value', () => {
    expect(chosenDuration(USUAL_DURATION)).toBeNull();
    expect(chosenDuration({ ...USUAL_DURATION, preset: 'threeDays' })).toBe(259_200_000);
    expect(chosenDuration({ preset: 'own', amount: '2', unit: 'hour' })).toBe(7_200_000);
    expect(chosenDuration({ preset: 'own', amount: '2', unit: 'minute' })).toBeUndefined();
  });
});
