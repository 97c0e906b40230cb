import type { ViewMode } from './view-mode.ts';

export interface GridLayout {
  readonly columns: number;
  readonly gapPx: number;
  readonly rowHeightPx: number;
}

/** Below it two images stand side by side, as in a phone's album. */
const NARROW_PX = 600;
const NARROW = { cellPx: 140, gapPx: 8 };
const WIDE = { cellPx: 180, gapPx: 16 };
const CAPTION_REM = 2;
const LINE_REM = 4;
const NARROW_LINE_REM = 4.5;
/** As in gallery.css, where the padding of the page is part of the width. */
const NARROW_WINDOW_REM = 40;
const PAGE_PADDING_PX = 32;

/** Lays out images in a width. All rows are equally high, so positions are known before rendering. */
export function layOut(mode: ViewMode, widthPx: number, remPx: number): GridLayout {
  if (mode === 'list') {
    const isNarrow = widthPx + PAGE_PADDING_PX < NARROW_WINDOW_REM * remPx;
    const rem = isNarrow ? NARROW_LINE_REM : LINE_REM;
    return { columns: 1, gapPx: 0, rowHeightPx: Math.round(rem * remPx) };
  }
  const { cellPx, gapPx } = widthPx < NARROW_PX ? NARROW : WIDE;
  const columns = Math.max(2, Math.floor((widthPx + gapPx) / (cellPx + gapPx)));
  const sidePx = (widthPx - gapPx * (columns - 1)) / columns;
  return { columns, gapPx, rowHeightPx: Math.ceil(sidePx + CAPTION_REM * remPx + gapPx) };
}
