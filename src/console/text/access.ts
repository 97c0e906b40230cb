import { textsOf } from './language.ts';
import { access } from './en/access.ts';

/** What the pages for signing in and registering say. */
export const accessText = textsOf('access', access);
