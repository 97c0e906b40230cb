import { textsOf } from './language.ts';
import { albumChoice } from './en/album-choice.ts';

export const albumChoiceText = textsOf('albumChoice', albumChoice);
