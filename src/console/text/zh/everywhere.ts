/** Texts of every page. */
export { common } from './common.ts';
export { layout } from './layout.ts';
