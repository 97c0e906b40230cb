import { textsOf } from './language.ts';
import { gallery } from './en/gallery.ts';

export const galleryText = textsOf('gallery', gallery, {
  de: () => import('./de/gallery.ts'),
  zh: () => import('./zh/gallery.ts'),
});
