import { textsOf } from './language.ts';
import { gallery } from './en/gallery.ts';

export const galleryText = textsOf('gallery', gallery);
