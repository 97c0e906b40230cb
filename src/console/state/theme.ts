/** Light, dark, or as the system has it; the choice stays on this device. */

import { effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'theme';

export const theme = signal<Theme>(readTheme());

/** Shows each theme that is chosen, and remembers it. */
export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(STORAGE_KEY, theme.value);
  });
}

function readTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return THEMES.find((name) => name === stored) ?? 'system';
}
