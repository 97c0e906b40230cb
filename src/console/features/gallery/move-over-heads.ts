import { indexOfCell } from './image-grid-props.ts';
import type { ListedSection } from './model/listed-image.ts';
import type { MonthRows } from './model/month-rows.ts';

/**
 * Arrow keys from images to the checkbox in the head of their month, and back. Returns whether the key is done.
 * @param reach moves the focus to an image.
 */
export function moveOverHeads(
  { key, shiftKey, target, currentTarget }: KeyboardEvent,
  rows: MonthRows<ListedSection>,
  reach: (index: number) => void,
): boolean {
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return false;
  const index = indexOfCell(target);
  if (index === null) {
    const month = target.closest<HTMLElement>('[data-month]')?.dataset['month'];
    const part = rows.parts.find(({ section }) => section.month === month);
    if (part === undefined) return false;
    if (key === 'ArrowDown') reach(part.first);
    else if (key === 'ArrowUp' && part.first > 0) reach(part.first - 1);
    else return false;
    return true;
  }
  const part = rows.partWith(index);
  const isFirstRow = part !== undefined && rows.rowOf(index) === rows.rowOf(part.first);
  if (key !== 'ArrowUp' || shiftKey || !isFirstRow) return false;
  const check = currentTarget.querySelector<HTMLElement>(`[data-month="${part.section.month}"]`);
  check?.focus({ preventScroll: true });
  return check !== null;
}
