import { textsOf } from './language.ts';
import { albumChoice } from './en/album-choice.ts';

export const albumChoiceText = textsOf('albumChoice', albumChoice, {
  de: () => import('./de/album-choice.ts'),
  zh: () => import('./zh/album-choice.ts'),
});
