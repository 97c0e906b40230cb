import { textsOf } from './language.ts';
import { gallery } from './en/gallery.ts';

/** What the gallery says. */
export const galleryText = textsOf('gallery', gallery);
