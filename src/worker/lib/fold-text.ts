/**
 * A text in the form in which texts are compared without regard to case or to how a character is composed: NFKC, then
 * upper and lower case in turn (so that ß meets SS), and one sigma for both (lower-casing picks one by its place in the
 * word, which a substring does not know). Unpaired surrogates become U+FFFD, control characters spaces.
 */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('ς', 'σ')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** The first `count` code points of a text. */
export function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('');
}
