import { textsOf } from './language.ts';
import { albumPages } from './en/album-pages.ts';

export const albumText = textsOf('albumPages', albumPages);
