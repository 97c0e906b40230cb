/** Grid or list; stored on this device. */

import { signal } from '@preact/signals';

export const VIEW_MODES = ['grid', 'list'] as const;

export type ViewMode = (typeof VIEW_MODES)[number];

const STORAGE_KEY = 'gallery-view';

export const viewMode = signal<ViewMode>(
  localStorage.getItem(STORAGE_KEY) === 'list' ? 'list' : 'grid',
);

export function chooseViewMode(mode: ViewMode): void {
  viewMode.value = mode;
  localStorage.setItem(STORAGE_KEY, mode);
}
