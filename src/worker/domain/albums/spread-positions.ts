import { POSITION_STEP } from './album-order.ts';

export interface Spread {
  /** In the order of the moved images. */
  readonly moved: readonly number[];
  /** Of the first of the images behind. */
  readonly shifted: readonly number[];
}

/** The images behind are shifted only to gaps that can be halved some times. */
const SHIFTED_STEP = 1024;

/**
 * Places `count` images between the position `before` and those `behind`, in ascending order. Where they do not fit, the
 * least number of images behind is shifted. Null if even all of `behind` is too dense; `isLast` says that nothing follows.
 */
export function spreadPositions(
  count: number,
  { before, behind, isLast }: { before: number | null; behind: readonly number[]; isLast: boolean },
): Spread | null {
  const [first] = behind;
  const low = before ?? (first ?? 0) - POSITION_STEP * (count + 1);
  for (const [shifted, high] of behind.entries()) {
    const step = Math.floor((high - low) / (count + shifted + 1));
    if (step >= (shifted === 0 ? 1 : SHIFTED_STEP)) return place(low, step, count, shifted);
  }
  return isLast ? place(low, POSITION_STEP, count, behind.length) : null;
}

export function appendTo(low: number, count: number): Spread {
  return place(low, POSITION_STEP, count, 0);
}

function place(low: number, step: number, count: number, shifted: number): Spread {
  const positions = Array.from({ length: count + shifted }, (_, rank) => low + step * (rank + 1));
  return { moved: positions.slice(0, count), shifted: positions.slice(count) };
}
