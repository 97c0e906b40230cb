import { textsOf } from './language.ts';
import { albumPages } from './en/album-pages.ts';

export const albumText = textsOf('albumPages', albumPages, {
  de: () => import('./de/album-pages.ts'),
  zh: () => import('./zh/album-pages.ts'),
});
