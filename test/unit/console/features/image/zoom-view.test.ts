import { describe, expect, it } from 'vitest';
import { followSwipe, readSwipe } from '../../../../../src/console/features/image/swipe.ts';
import { zoomByKey } from '../../../../../src/console/features/image/zoom-keys.ts';
import {
  fitScale,
  moveBy,
  shownView,
  toggleZoom,
  zoomBy,
  zoomTo,
  type ZoomFrame,
} from '../../../../../src/console/features/image/zoom-view.ts';

const FRAME: ZoomFrame = {
  image: { width: 4000, height: 2000 },
  box: { width: 800, height: 600 },
};
const SMALL: ZoomFrame = { image: { width: 200, height: 100 }, box: { width: 800, height: 600 } };

describe('an image without zoom', () => {
  it('is shown whole, and never enlarged', () => {
    expect(fitScale(FRAME)).toBe(0.2);
    expect(fitScale(SMALL)).toBe(1);
    expect(shownView(null, FRAME)).toEqual({ scale: 0.2, middle: { x: 0, y: 0 } });
  });

  it('does not move, so that arrows scroll the page', () => {
    expect(moveBy(null, { x: 10, y: 10 }, FRAME)).toBeNull();
    expect(zoomByKey('ArrowDown', null, FRAME)).toBeUndefined();
  });
});

describe('zooming', () => {
  it('keeps the point below the pointer in place', () => {
    const point = { x: 100, y: 0 };
    const from = zoomTo(null, 1, FRAME);
    const before = (point.x - (from?.middle.x ?? 0)) / (from?.scale ?? 1);
    const to = zoomBy(from, 2, FRAME, point);
    expect(to?.scale).toBe(2);
    expect((point.x - (to?.middle.x ?? 0)) / 2).toBeCloseTo(before);
  });

  it('ends at a factor of eight, and at the fitted size', () => {
    expect(zoomBy(null, 1000, FRAME)?.scale).toBe(8);
    expect(zoomTo(zoomTo(null, 1, FRAME), 0.2, FRAME)).toBeNull();
    expect(zoomBy(null, 0.5, FRAME)).toBeNull();
  });

  it('by a double press shows the actual size, or twice a small one’s, and returns', () => {
    const point = { x: 0, y: 0 };
    const actual = toggleZoom(null, FRAME, point);
    expect(actual?.scale).toBe(1);
    expect(toggleZoom(actual, FRAME, point)).toBeNull();
    expect(toggleZoom(null, SMALL, point)?.scale).toBe(2);
  });

  it.each([
    ['+', 0.3],
    ['=', 0.3],
    ['1', 1],
  ])('by the key %s leads to scale %d', (key, scale) => {
    expect(zoomByKey(key, null, FRAME)?.scale).toBeCloseTo(scale);
  });

  it('by the keys 0 and - returns to the fitted size', () => {
    const view = zoomByKey('+', null, FRAME) ?? null;
    expect(zoomByKey('0', view, FRAME)).toBeNull();
    expect(zoomByKey('-', view, FRAME)).toBeNull();
    expect(zoomByKey('x', view, FRAME)).toBeUndefined();
  });
});

describe('moving', () => {
  const actual = zoomTo(null, 1, FRAME);

  it('ends at the edges of the image', () => {
    expect(moveBy(actual, { x: 9999, y: -9999 }, FRAME)?.middle).toEqual({ x: 1600, y: -700 });
  });

  it('by an arrow key reveals that direction', () => {
    expect(zoomByKey('ArrowRight', actual, FRAME)?.middle).toEqual({ x: -120, y: 0 });
    expect(zoomByKey('ArrowUp', actual, FRAME)?.middle).toEqual({ x: 0, y: 90 });
  });

  it('has no effect in a direction where the box is larger', () => {
    const view = zoomTo(null, 0.25, FRAME);
    expect(moveBy(view, { x: 0, y: 50 }, FRAME)?.middle.y).toBe(0);
  });

  it('is limited again when the box grows', () => {
    const view = moveBy(actual, { x: 1600, y: 0 }, FRAME);
    const wide = { ...FRAME, box: { width: 3000, height: 600 } };
    expect(shownView(view, wide).middle.x).toBe(500);
  });
});

describe('a swipe over an image that is shown whole', () => {
  it.each([
    ['far to the left', { x: -60, y: 10 }, 900, 'next'],
    ['far to the right', { x: 60, y: -10 }, 900, 'previous'],
    ['a little and quickly', { x: -25, y: 0 }, 50, 'next'],
    ['a little and slowly', { x: -25, y: 0 }, 900, null],
    ['up and down', { x: -60, y: 60 }, 200, null],
    ['nowhere', { x: 0, y: 0 }, 0, null],
  ] as const)('has its step when it goes %s', (_, way, ms, step) => {
    expect(readSwipe(way, ms)).toBe(step);
  });

  it('drags the image along, and less without a neighbour', () => {
    const isThere = (step: string) => step === 'next';
    expect(followSwipe(-40, isThere)).toBe(-40);
    expect(followSwipe(40, isThere)).toBe(10);
  });
});
