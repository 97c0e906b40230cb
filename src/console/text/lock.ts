import { textsOf } from './language.ts';
import { lock } from './en/lock.ts';

/** What is said above every page of an account that is to be deleted. */
export const lockText = textsOf('lock', lock);
