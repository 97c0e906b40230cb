/** Without signals, because it also runs before the first paint. */

/** The heights in CSS pixels that rows of images approach: on a phone, usually, in a large window. */
const ROWS_PX = { small: [80, 140, 140], medium: [110, 200, 240], large: [180, 320, 320] } as const;

export type Size = keyof typeof ROWS_PX;

export type ViewMode = Size | 'list';

export const VIEW_MODES = ['small', 'medium', 'large', 'list'] as const satisfies ViewMode[];

export const VIEW_STORAGE_KEY = 'gallery-view';

export function readViewMode(): ViewMode {
  const stored = localStorage.getItem(VIEW_STORAGE_KEY) ?? '';
  return stored === 'list' || Object.hasOwn(ROWS_PX, stored) ? (stored as ViewMode) : 'medium';
}

/** A phone has less than 640 CSS pixels, a large window 1,920. */
export function rowTarget(size: Size, windowPx: number): number {
  return ROWS_PX[size][isPhone(windowPx) ? 0 : windowPx < 1920 ? 1 : 2];
}

export function isPhone(windowPx: number): boolean {
  return windowPx < 640;
}

/** The aspect of a square where aspects are whole numbers, of which each takes two bytes. */
export const SQUARE = 10_000;

/** Width by height, from 0.5 to 2.6 so that no image is a thread; 1 while unknown. */
export function aspectOf({ width, height }: { readonly width: number; readonly height: number }) {
  return Math.min(2.6, Math.max(0.5, width / height || 1));
}
