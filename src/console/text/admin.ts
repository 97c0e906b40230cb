import { textsOf } from './language.ts';
import { admin } from './en/admin.ts';

export const adminText = textsOf('admin', admin, {
  de: () => import('./de/admin.ts'),
  zh: () => import('./zh/admin.ts'),
});
