import { useMemo } from 'preact/hooks';
import type { ImageGridProps } from './image-grid-props.ts';
import { lineHeight } from './model/grid-rows.ts';
import type { ListedSection } from './model/listed-image.ts';
import { MonthRows } from './model/month-rows.ts';
import { isPhone, rowTarget } from './model/stored-view.ts';

const GAP_PX = 4;
const PHONE_GAP_PX = 2;
/** As in gallery.css. */
const HEAD_REM = 2.5;

const NONE: readonly ListedSection[] = [];

interface Box {
  readonly widthPx: number;
  readonly remPx: number;
  readonly windowPx: number;
}

interface Layout {
  readonly rows: MonthRows<ListedSection>;
  readonly targetPx: number;
  readonly gapPx: number;
}

/** The rows of all months; without rows until the width is known. */
export function useRows(
  { mode, sections, items }: Pick<ImageGridProps, 'mode' | 'sections' | 'items'>,
  { widthPx, remPx, windowPx }: Box,
): Layout {
  const isList = mode === 'list';
  const targetPx = isList ? lineHeight(windowPx, remPx) : rowTarget(mode, windowPx);
  const gapPx = isPhone(windowPx) ? PHONE_GAP_PX : GAP_PX;
  const headPx = Math.round(HEAD_REM * remPx);
  const rows = useMemo(
    () => new MonthRows<ListedSection>({ widthPx, targetPx, gapPx, isList, headPx }),
    [widthPx, targetPx, gapPx, isList, headPx],
  );
  const shown = widthPx === 0 ? NONE : sections;
  // Sections change in place, and `items` with them; not with each scrolled row.
  useMemo(() => rows.layOut(shown), [rows, shown, items]);
  return { rows, targetPx, gapPx };
}
