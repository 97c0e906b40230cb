export const LANGUAGES = { en: 'English', de: 'Deutsch', zh: '中文' } as const;

export type Language = keyof typeof LANGUAGES;

export function firstLanguage(tags: readonly string[]): Language | null {
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? null;
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
