/** Light, dark, or as the system has it; the choice stays on this device. */

import { effect, signal } from '@preact/signals';
import { readTheme, showTheme, storeTheme } from './preferences.ts';

export const theme = signal(readTheme());

/** Shows each theme that is chosen, and remembers it. */
export function startTheme(): void {
  effect(() => {
    showTheme(theme.value);
    storeTheme(theme.value);
  });
}
