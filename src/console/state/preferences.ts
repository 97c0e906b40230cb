/**
 * Appearance and language as they were chosen on this device. Read before the first paint, too, by a script that is to
 * stay small.
 */

import { firstLanguage, type Language } from '../../shared/languages.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'theme';
const LANGUAGE_KEY = 'language';

export function readTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return THEMES.find((name) => name === stored) ?? 'system';
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
}

/** Has the document shown in a theme, and the browser's own bars around it. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  // Until the style sheet is there.
  const scheme = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]');
  if (scheme !== null) scheme.content = theme === 'system' ? 'light dark' : theme;
  const bars = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  for (const meta of bars) {
    const { theme: own = '' } = meta.dataset;
    const system = `(prefers-color-scheme: ${own})`;
    meta.media = theme === 'system' ? system : theme === own ? 'all' : 'not all';
  }
}

/** The language that was chosen, or else the first of the browser's that there is; null where there is none of them. */
export function findLanguage(): Language | null {
  return firstLanguage([localStorage.getItem(LANGUAGE_KEY) ?? '', ...navigator.languages]);
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
}
