import { textsOf } from './language.ts';
import { start } from './en/start.ts';

/** What the start page says. */
export const startText = textsOf('start', start);
