import { textsOf } from './language.ts';
import { selection } from './en/selection.ts';

/** For what is done with many images. */
export const selectionText = textsOf('selection', selection, {
  de: () => import('./de/selection.ts'),
  zh: () => import('./zh/selection.ts'),
});
