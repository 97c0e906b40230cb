import { describe, expect, it } from 'vitest';
import { describeExposure, describeTime } from '../../../src/shared/describe-taken.ts';
import { readTakenAt, writeTakenAt } from '../../../src/shared/taken-facts.ts';
import { packTaken, unpackTaken } from '../../../src/worker/domain/texts/stored-taken.ts';

describe('the time of a photograph', () => {
  it.each([
    '2026-11-27T12:00:00',
    '2026-11-27T12:00:00.120',
    '2026-11-27T12:00:00+00:00',
    '2024-02-29T23:59:59.999-03:30',
    '1826-01-01T00:00:00+14:00',
  ])('is written as it was read: %s', (text) => {
    const takenAt = readTakenAt(text);
    expect(takenAt === null ? null : writeTakenAt(takenAt)).toBe(text);
  });

  it('is in order by the clock of its camera, whatever its offset', () => {
    const times = ['2026-11-27T12:00:00-08:00', '2026-11-27T12:00:01+09:00'].map(readTakenAt);
    expect(times[1]?.localMs).toBe(Number(times[0]?.localMs) + 1000);
  });

  it('is shown as the camera’s clock showed it', () => {
    const takenAt = { localMs: Date.UTC(2026, 10, 27, 23, 30), offsetMinutes: -480 };
    expect(describeTime(takenAt, 'en-GB')).toBe('27 Nov 2026, 23:30');
  });
});

describe('an exposure', () => {
  it.each([
    [
      { exposureSeconds: 0.004, fNumber: 1.8, iso: 400, focalLengthMm: 85 },
      'ƒ/1.8 · 1/250 s · 85 mm · ISO 400',
    ],
    [{ exposureSeconds: 0.5, focalLengthMm: 18.3 }, '0.5 s · 18.3 mm'],
    [{ exposureSeconds: 30, iso: 12_800 }, '30 s · ISO 12800'],
    [{ name: 'GR III' }, ''],
  ])('%j is written as %j', (camera, text) => {
    expect(describeExposure(camera, 'en').replaceAll('\u00A0', ' ')).toBe(text);
  });
});

describe('the stored facts', () => {
  it.each([
    {},
    { takenAt: { localMs: -1, offsetMinutes: null } },
    { takenAt: { localMs: 0, offsetMinutes: 0 }, camera: { lens: '50mm' } },
    { camera: { name: 'GR "III"', iso: 100 } },
    { location: { latitude: 0, longitude: -180 } },
  ])('%j are read as they were written', (taken) => {
    const { takenAt, camera, location } = unpackTaken(packTaken(taken));
    expect(JSON.parse(JSON.stringify({ takenAt, camera, location }))).toEqual(taken);
  });
});
