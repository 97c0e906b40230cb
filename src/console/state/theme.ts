/** Light, dark, or as the system has it; the choice stays on this device. */

import { effect, signal } from '@preact/signals';
import { readTheme, showTheme, storeTheme, type Theme } from './stored-theme.ts';

/** The one of a page that comes drawn, until what was chosen before is read. */
export const theme = signal<Theme>('system');

/** Reads what was chosen before; shows each theme that is chosen from then on, and remembers it. */
export function startTheme(): void {
  theme.value = readTheme();
  effect(() => {
    showTheme(theme.value);
    storeTheme(theme.value);
  });
}
