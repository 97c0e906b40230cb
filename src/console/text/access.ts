import { textsOf } from './language.ts';
import { access } from './en/access.ts';

export const accessText = textsOf('access', access);
