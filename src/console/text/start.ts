import { textsOf } from './language.ts';
import { start } from './en/start.ts';

export const startText = textsOf('start', start, {
  de: () => import('./de/start.ts'),
  zh: () => import('./zh/start.ts'),
});
