import { effect, signal } from '@preact/signals';
import { readTheme, showTheme, storeTheme, type Theme } from './stored-theme.ts';

/** The theme of the prerendered page, until the stored choice is read. */
export const theme = signal<Theme>('system');

export function startTheme(): void {
  theme.value = readTheme();
  effect(() => {
    showTheme(theme.value);
    storeTheme(theme.value);
  });
}
