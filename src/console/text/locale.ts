import { language } from './language.ts';

/** Formats refuse tags such as en-US@posix; regions of Chinese differ in script. */
const REGIONAL = /^(?:en|de)-\w\w$/u;

/** The tag that numbers and dates follow: the browser's first one for the shown language, with its region. */
export function readLocale(): string {
  const { value: shown } = language;
  return navigator.languages.find((tag) => REGIONAL.test(tag) && tag.startsWith(shown)) ?? shown;
}
