import { textsOf } from './language.ts';
import { admin } from './en/admin.ts';

export const adminText = textsOf('admin', admin);
