/** Selections of images that are not loaded: their months are read first. */

import { activeId, isSelecting, list, pressSelects, selection } from './gallery-state.ts';
import type { ListedSection } from './listed-image.ts';
import { anchorAt, deselect, selectOnly, selectTo } from './selection.ts';

export type Checked = 'true' | 'false' | 'mixed';

/** Whether all images of a month are selected. */
export function checkedOf({ images, isCovered, shownCount }: ListedSection): Checked {
  const { ids } = selection.value;
  if (ids.size === 0) return 'false';
  const count = images.filter(({ id }) => ids.has(id)).length;
  if (count === 0) return 'false';
  return isCovered && count === shownCount ? 'true' : 'mixed';
}

/** Selects all images of a month, or none if all are selected. */
export async function toggleMonth(month: string): Promise<void> {
  const section = findMonth(month);
  if (section === undefined) return;
  if (checkedOf(section) === 'true') {
    selection.value = deselect(selection.peek(), new Set(section.images.map(({ id }) => id)));
    return;
  }
  if (!(await readMonths([month]))) return;
  const ids = findMonth(month)?.images.map(({ id }) => id) ?? [];
  selection.value = selectOnly([...selection.peek().ids, ...ids]);
}

/** Selects all images of the list. */
export async function selectWhole(): Promise<void> {
  // Once the service has counted the months, one pass reads them all.
  while (list.peek().hasMore) {
    const months = list.peek().sections.flatMap(({ month, isWhole }) => (isWhole ? [] : [month]));
    if (months.length === 0 || !(await readMonths(months))) return;
  }
  selection.value = selectOnly(list.peek().items.ids());
}

/** Selects from the last picked image to another one. */
export async function selectRange(index: number): Promise<void> {
  const { items } = list.peek();
  const target = items.get(index);
  if (target === undefined) return;
  const anchor = selection.peek().anchor ?? activeId.peek() ?? items.get(0)?.id ?? target.id;
  selection.value = anchorAt(selection.peek(), anchor);
  const from = Math.max(0, items.indexOf(anchor));
  const months = monthsWithGaps(Math.min(from, index), Math.max(from, index));
  if (months.length > 0 && !(await readMonths(months))) return;
  const read = list.peek().items;
  const place = read.indexOf(target.id);
  if (place !== -1) selection.value = selectTo(selection.peek(), read, place);
}

/** The months with images between two indices that are not loaded. */
function monthsWithGaps(first: number, last: number): string[] {
  let start = 0;
  return list.peek().sections.flatMap(({ month, images, shownCount }) => {
    const wantedTo = Math.min(last + 1 - start, shownCount);
    const isWanted = start <= last && start + shownCount > first;
    start += shownCount;
    return isWanted && images.length < wantedTo ? [month] : [];
  });
}

/** False if the selection was ended meanwhile, too. */
async function readMonths(months: readonly string[]): Promise<boolean> {
  const reading = list.peek();
  isSelecting.value = true;
  const isRead = await reading.readMonths(months);
  return isRead && reading === list.peek() && pressSelects.peek();
}

function findMonth(month: string): ListedSection | undefined {
  return list.peek().sections.find((section) => section.month === month);
}
