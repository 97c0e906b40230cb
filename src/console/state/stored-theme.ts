/** The stored theme. Imports no signals: the script before the first paint stays small. */

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'theme';

export function readTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return THEMES.find((name) => name === stored) ?? 'system';
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  // Until the style sheet has loaded.
  const scheme = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]');
  if (scheme !== null) scheme.content = theme === 'system' ? 'light dark' : theme;
  const bars = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  for (const meta of bars) {
    const { theme: own = '' } = meta.dataset;
    const system = `(prefers-color-scheme: ${own})`;
    meta.media = theme === 'system' ? system : theme === own ? 'all' : 'not all';
  }
}
