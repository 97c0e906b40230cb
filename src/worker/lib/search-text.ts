import { firstCodePoints, foldText } from './fold-text.ts';

const SEPARATOR = '\u001F';
/** In code points. A cursor carries the key. */
const TITLE_KEY_MAX = 128;

export interface ImageTexts {
  readonly title: string;
  readonly filename: string;
  readonly description: string;
}

/** A text within another, such as a title made from the filename, is kept once. */
export function searchColumns(texts: ImageTexts): { titleKey: string; searchText: string } {
  const folded = [texts.title, texts.filename, texts.description].map(foldText);
  const distinct = folded.filter(
    (text, index) =>
      !folded.some(
        (other, at) => at !== index && other.includes(text) && (other !== text || at < index),
      ),
  );
  return {
    titleKey: firstCodePoints(folded[0] ?? '', TITLE_KEY_MAX),
    searchText: distinct.join(SEPARATOR),
  };
}
