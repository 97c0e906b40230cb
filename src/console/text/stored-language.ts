/** The language as it is stored on this device. Imports no signals: the script before the first paint stays small. */

import { firstLanguage, type Language } from '../../shared/languages.ts';

const STORAGE_KEY = 'language';

/** The chosen language, or else the first of the browser's that there is; null for none. */
export function findLanguage(): Language | null {
  return firstLanguage([localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages]);
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}
