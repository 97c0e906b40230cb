import { textsOf } from './language.ts';
import { lock } from './en/lock.ts';

export const lockText = textsOf('lock', lock, {
  de: () => import('./de/lock.ts'),
  zh: () => import('./zh/lock.ts'),
});
