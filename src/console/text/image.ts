import { textsOf } from './language.ts';
import { image } from './en/image.ts';

/** What the page of a picture says. */
export const imageText = textsOf('image', image);
