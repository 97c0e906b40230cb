import { textsOf } from './language.ts';
import { access } from './en/access.ts';

export const accessText = textsOf('access', access, {
  de: () => import('./de/access.ts'),
  zh: () => import('./zh/access.ts'),
});
