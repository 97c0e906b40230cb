/** The languages of the console, with their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', zh: '中文' } as const;

export type Language = keyof typeof LANGUAGES;

/** The first supported language of some tags (BCP 47). */
export function firstLanguage(tags: readonly string[]): Language | null {
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? null;
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
