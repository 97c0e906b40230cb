import { textsOf } from './language.ts';
import { apps } from './en/apps.ts';

export const appsText = textsOf('apps', apps, {
  de: () => import('./de/apps.ts'),
  zh: () => import('./zh/apps.ts'),
});
