import { textsOf } from './language.ts';
import { trash } from './en/trash.ts';

export const trashText = textsOf('trash', trash);
