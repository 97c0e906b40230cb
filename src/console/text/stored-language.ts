/** The stored language. Imports no signals: the script before the first paint stays small. */

import { firstLanguage, type Language } from '../../shared/languages.ts';

const STORAGE_KEY = 'language';

/** The stored language, or the first supported one of the browser; null without either. */
export function findLanguage(): Language | null {
  return firstLanguage([localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages]);
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}
