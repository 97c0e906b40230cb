/** Whether single characters are keys of pages (WCAG 2.1.4); stored on this device. */

import { signal } from '@preact/signals';

const STORAGE_KEY = 'letter-keys';

export const areLettersKeys = signal(localStorage.getItem(STORAGE_KEY) !== 'false');

export function chooseLetterKeys(areKeys: boolean): void {
  areLettersKeys.value = areKeys;
  localStorage.setItem(STORAGE_KEY, String(areKeys));
}
