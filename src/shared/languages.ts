/** What the console speaks, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', zh: '中文' } as const;

export type Language = keyof typeof LANGUAGES;

/** The first of some tags (BCP 47) whose language there is. */
export function firstLanguage(tags: readonly string[]): Language | null {
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? null;
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
