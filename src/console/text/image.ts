import { textsOf } from './language.ts';
import { image } from './en/image.ts';

export const imageText = textsOf('image', image, {
  de: () => import('./de/image.ts'),
  zh: () => import('./zh/image.ts'),
});
