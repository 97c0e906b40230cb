/** The console's language: the stored choice, else the browser's, else the site's. */

import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Catalogue } from './catalogue.ts';
import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { layout } from './en/layout.ts';
import { firstLanguage, type Language } from '../../shared/languages.ts';
import { findLanguage, storeLanguage } from './stored-language.ts';

const LONGEST_WAIT_MS = 3000;
const CONFIG_PATH = '/api/v1/public/config';

/** The texts of every page, in English. */
const EVERYWHERE = { common, errors, layout };

/** English comes with the code that shows it. */
const LOADERS: Readonly<Record<Language, () => Promise<Catalogue | null>>> = {
  en: async () => null,
  de: async () => (await import('./de/index.ts')).de,
  zh: async () => (await import('./zh/index.ts')).zh,
};

const spoken = signal<{ readonly language: Language; readonly catalogue: Catalogue | null }>({
  language: 'en',
  catalogue: null,
});

/** Chosen last; its texts may still be loading. */
let wanted: Language = 'en';

/** The shown language. */
export const language = computed(() => spoken.value.language);

/** The texts of every page in that language. */
export const text = computed<Pick<Catalogue, keyof typeof EVERYWHERE>>(
  () => spoken.value.catalogue ?? EVERYWHERE,
);

/** The texts of a part in that language; `english` comes with the part's code. */
export function textsOf<Part extends keyof Catalogue>(
  part: Part,
  english: Catalogue[Part],
): ReadonlySignal<Catalogue[Part]> {
  return computed(() => spoken.value.catalogue?.[part] ?? english);
}

/**
 * Shows the stored language, else the browser's, else the site's. Missing or slow texts do not delay the page: it is in
 * English until they arrive.
 */
export async function startLanguage(): Promise<void> {
  const begin = async (): Promise<void> =>
    showLanguage(findLanguage() ?? (await readSiteLanguage()));
  const shown = begin().catch(() => undefined);
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
  // Until its texts came, the document's language was that of the texts to come.
  document.documentElement.lang = language.value;
}

/**
 * Shows a language and stores the choice.
 * @throws if its texts cannot be loaded; the shown language stays.
 */
export async function chooseLanguage(chosen: Language): Promise<void> {
  storeLanguage(chosen);
  await showLanguage(chosen);
}

/** The language that an administrator has set. A plain fetch: texts stay independent of the API client. */
async function readSiteLanguage(): Promise<Language> {
  const answer = await fetch(CONFIG_PATH, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
  const { data } = (await answer.json()) as { readonly data?: { readonly site_language: string } };
  return firstLanguage([data?.site_language ?? '']) ?? 'en';
}

/** Shows a language without storing it. */
export async function showLanguage(next: Language): Promise<void> {
  wanted = next;
  const loaded = await LOADERS[next]();
  if (wanted !== next) return;
  spoken.value = { language: next, catalogue: loaded };
  document.documentElement.lang = next;
}
