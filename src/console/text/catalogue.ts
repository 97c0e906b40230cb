import type { en } from './en/index.ts';

/**
 * Every text of the console. English says what there is: a language that lacks one of them, or takes other values, does
 * not compile.
 */
export type Catalogue = typeof en;
