/** Suggested site languages; any other tag can be typed. */
const TAGS =
  'en en-GB en-US de de-AT de-CH de-DE fr fr-CA fr-FR es es-ES es-MX it it-IT pt pt-BR pt-PT nl nl-NL pl pl-PL cs-CZ sk-SK hu-HU ro-RO bg-BG el-GR tr-TR ru ru-RU uk-UA da-DK sv-SE nb-NO fi-FI et-EE lv-LV lt-LT he-IL ar ar-EG fa-IR hi-IN th-TH vi-VN id-ID ms-MY ja ja-JP ko ko-KR zh zh-CN zh-HK zh-TW'.split(
    ' ',
  );

export interface LanguageTag {
  readonly tag: string;
  /** In the console's language. */
  readonly name: string;
}

export function suggestLanguages(typed: string, shownIn: string): LanguageTag[] {
  const names = new Intl.DisplayNames(shownIn, { type: 'language' });
  const wanted = typed.trim().toLowerCase();
  return TAGS.map((tag) => ({ tag, name: names.of(tag) ?? tag })).filter(
    ({ tag, name }) => tag.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted),
  );
}
