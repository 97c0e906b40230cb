import { firstCodePoints, foldText } from './fold-text.ts';

const SEPARATOR = '\u001F';
/**
 * Beyond this many code points a text is not searched: each is a row of the substring index, and folding can make a
 * filename eighteen times as long.
 */
const SEARCH_TEXT_MAX = 320;
/** Titles sort by this many code points, since a cursor carries them. */
const TITLE_KEY_MAX = 128;

export interface ImageTexts {
  readonly title: string;
  readonly filename: string;
  readonly description: string;
}

/**
 * What an image's row holds beside its texts so that they can be sorted and searched. A text that is part of another
 * one (a title made from the filename) is not indexed twice.
 */
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
    searchText: firstCodePoints(distinct.join(SEPARATOR), SEARCH_TEXT_MAX),
  };
}
