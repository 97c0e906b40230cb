import type { en } from './en/index.ts';

/** All texts of the console. English defines the keys: a language with missing or different ones does not compile. */
export type Catalogue = typeof en;
