import { describe, expect, it } from 'vitest';
import { ScrubberScale } from '../../../../../../src/console/features/gallery/model/scrubber-scale.ts';

/** Each month of ten years, the newest first, all of 1,000 px. */
const PARTS = Array.from({ length: 120 }, (_, index) => {
  const date = new Date(Date.UTC(2026, 11 - index));
  return { section: { month: date.toISOString().slice(0, 7) }, topPx: index * 1000 };
});
const scale = new ScrubberScale(PARTS, 120_000, 800);

describe('the scrubber', () => {
  it('has months where the scrollbar has them, from the first to the last place', () => {
    expect([scale.shareOf(0), scale.shareOf(119_200), scale.shareOf(200_000)]).toEqual([0, 1, 1]);
    for (const index of [0, 1, 60, 118]) {
      const offset = scale.offsetAt(scale.shareOf(index * 1000));
      expect(scale.indexAt(offset)).toBe(index);
    }
    expect([scale.offsetAt(-1), scale.offsetAt(2)]).toEqual([0, 119_200]);
  });

  it('labels years and ticks months as far as there is room', () => {
    const marks = scale.marks(900);
    const years = marks.filter(({ isYear }) => isYear).map(({ month }) => month);
    expect(years).toEqual(Array.from({ length: 10 }, (_, index) => `${2026 - index}-12`));
    const places = marks.map(({ share }) => share * 900);
    for (const [at, place] of places.slice(1).entries()) {
      expect(place - (places[at] ?? 0)).toBeGreaterThanOrEqual(6);
    }
    expect(scale.marks(90).filter(({ isYear }) => isYear).length).toBeLessThanOrEqual(5);
  });

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowRight', 119, 119],
    ['ArrowUp', 5, 4],
    ['ArrowLeft', 0, 0],
    ['PageDown', 3, 12],
    ['PageDown', 115, 119],
    ['PageUp', 30, 12],
    ['PageUp', 3, 0],
    ['Home', 70, 0],
    ['End', 70, 119],
    ['a', 70, null],
  ])('%s leads from month %i to %s', (key, from, to) => {
    expect(scale.step(key, from)).toBe(to);
  });
});
