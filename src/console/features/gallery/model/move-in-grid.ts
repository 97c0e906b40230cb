import { nearestIn, type GridRows } from './grid-rows.ts';

interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Alt and Left go back, as Command and Left do on a Mac, where Command and Up scroll to the top. */
export function isForBrowser({ altKey, key, metaKey }: Pressed): boolean {
  return altKey || (metaKey && key.startsWith('Arrow'));
}

/** ARIA Authoring Practices, Grid Pattern. Null for other keys. */
export function moveInGrid(
  index: number,
  key: string,
  isControl: boolean,
  { rows, pageRows }: { readonly rows: GridRows; readonly pageRows: number },
): number | null {
  const last = rows.firstOf(rows.count) - 1;
  if (last < 0) return null;
  const row = rows.rowOf(index);
  const toRow = (wanted: number): number => {
    const target = Math.min(Math.max(wanted, 0), rows.count - 1);
    const isHead = rows.firstOf(target) === rows.firstOf(target + 1);
    // Beyond the head of a month, except the first one's.
    const beyond = wanted < row && target > 0 ? target - 1 : target + 1;
    const own = isHead ? beyond : target;
    return own === row ? index : nearestIn(rows, own, index);
  };
  switch (key) {
    case 'ArrowLeft':
      return Math.max(index - 1, 0);
    case 'ArrowRight':
      return Math.min(index + 1, last);
    case 'ArrowUp':
      return toRow(row - 1);
    case 'ArrowDown':
      return toRow(row + 1);
    case 'Home':
      return isControl ? 0 : rows.firstOf(row);
    case 'End':
      return isControl ? last : rows.firstOf(row + 1) - 1;
    case 'PageUp':
      return toRow(row - pageRows);
    case 'PageDown':
      return toRow(row + pageRows);
    default:
      return null;
  }
}
