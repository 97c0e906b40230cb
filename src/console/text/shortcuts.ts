import { textsOf } from './language.ts';
import { shortcuts } from './en/shortcuts.ts';

export const shortcutsText = textsOf('shortcuts', shortcuts, {
  de: () => import('./de/shortcuts.ts'),
  zh: () => import('./zh/shortcuts.ts'),
});
