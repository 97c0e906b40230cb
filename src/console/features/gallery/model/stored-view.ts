/** Without signals, because it also runs before the first paint. */

export const SIZES = ['small', 'medium', 'large'] as const;

export type Size = (typeof SIZES)[number];

export const VIEW_MODES = [...SIZES, 'list'] as const;

export type ViewMode = (typeof VIEW_MODES)[number];

export const VIEW_STORAGE_KEY = 'gallery-view';

export function readViewMode(): ViewMode {
  const stored = localStorage.getItem(VIEW_STORAGE_KEY);
  return VIEW_MODES.find((mode) => mode === stored) ?? 'medium';
}

const PHONE_BELOW_PX = 640;
const LARGE_FROM_PX = 1920;
const ROW_PX = {
  phone: { small: 80, medium: 110, large: 180 },
  usual: { small: 140, medium: 200, large: 320 },
  large: { small: 140, medium: 240, large: 320 },
} as const;

/** The height in CSS pixels that rows of images approach. */
export function rowTarget(size: Size, windowPx: number): number {
  if (windowPx < PHONE_BELOW_PX) return ROW_PX.phone[size];
  return ROW_PX[windowPx < LARGE_FROM_PX ? 'usual' : 'large'][size];
}

export function isPhone(windowPx: number): boolean {
  return windowPx < PHONE_BELOW_PX;
}

const ASPECT_MIN = 0.5;
const ASPECT_MAX = 2.6;

/** Width by height, within bounds so that no image is a thread. */
export function aspectOf({ width, height }: { readonly width: number; readonly height: number }) {
  return width > 0 && height > 0
    ? Math.min(ASPECT_MAX, Math.max(ASPECT_MIN, width / height))
    : 1;
}
