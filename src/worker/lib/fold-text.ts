/** NFKC, upper then lower case (ß equals SS), and one sigma, whose lower case depends on its place in a word. */
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

export function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('');
}
