import { textsOf } from './language.ts';
import { trash } from './en/trash.ts';

export const trashText = textsOf('trash', trash, {
  de: () => import('./de/trash.ts'),
  zh: () => import('./zh/trash.ts'),
});
