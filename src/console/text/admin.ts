import { textsOf } from './language.ts';
import { admin } from './en/admin.ts';

/** What the administration says. */
export const adminText = textsOf('admin', admin);
