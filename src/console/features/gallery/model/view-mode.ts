/** The size of images, or a list; stored on this device. */

import { signal } from '@preact/signals';
import { readViewMode, VIEW_STORAGE_KEY, type ViewMode } from './stored-view.ts';

export const viewMode = signal<ViewMode>(readViewMode());

export function chooseViewMode(mode: ViewMode): void {
  viewMode.value = mode;
  localStorage.setItem(VIEW_STORAGE_KEY, mode);
}
