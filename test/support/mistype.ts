/** The text with another character at a place, counted from the end if negative: never itself. */
export const mistype = (text: string, at: number): string => {
  const place = at < 0 ? text.length + at : at;
  return text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1);
};
