import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  deselect,
  NOTHING_SELECTED,
  selectOnly,
  selectTo,
  toggle,
} from '../../../../../../src/console/features/gallery/model/selection.ts';
import { listOf } from './support.ts';

const ITEMS = listOf(10, 11, 12, 13, 14, 15);

describe('a selection', () => {
  it('extends a range from the last picked image, in both directions', () => {
    const down = selectTo(toggle(NOTHING_SELECTED, 12), ITEMS, 4);
    expect([...down.ids]).toEqual([12, 13, 14]);
    const up = selectTo(down, ITEMS, 0);
    expect(up.ids).toEqual(new Set([10, 11, 12]));
  });

  it('replaces a range by the next one, and keeps images picked beside it', () => {
    const picked = toggle(toggle(NOTHING_SELECTED, 15), 10);
    expect(selectTo(selectTo(picked, ITEMS, 3), ITEMS, 1).ids).toEqual(new Set([10, 11, 15]));
  });

  it('loses images that are deleted elsewhere, and keeps the rest', () => {
    const picked = selectTo(toggle(toggle(NOTHING_SELECTED, 15), 12), ITEMS, 3);
    const left = deselect(picked, new Set([12, 15]));
    expect([...left.ids]).toEqual([13]);
    expect(left.anchor).toBeNull();
    expect([...deselect(picked, new Set([99])).ids]).toEqual([15, 12, 13]);
  });

  it('drops an image that is pressed again', () => {
    expect([...toggle(selectOnly([10, 11]), 10).ids]).toEqual([11]);
  });

  it('starts a range at the focused image when none was picked', () => {
    expect([...selectTo(anchorAt(NOTHING_SELECTED, 13), ITEMS, 4).ids]).toEqual([13, 14]);
    expect([...selectTo(NOTHING_SELECTED, ITEMS, 1).ids]).toEqual([10, 11]);
  });

  it('starts again when the last picked image is deleted', () => {
    const gone = { ...NOTHING_SELECTED, anchor: 99 };
    expect([...selectTo(gone, ITEMS, 1).ids]).toEqual([10, 11]);
  });
});
