/** The language of the console: the person's choice, or else what the browser asks for, or else that of the site. */

import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Catalogue } from './catalogue.ts';
import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { layout } from './en/layout.ts';
import { firstLanguage, type Language } from '../../shared/languages.ts';
import { findLanguage, storeLanguage } from './stored-language.ts';

const LONGEST_WAIT_MS = 3000;
const CONFIG_PATH = '/api/v1/public/config';

/** What every page says, in English. */
const EVERYWHERE = { common, errors, layout };

/** English has nothing to load: it comes with the code that says it. */
const LOADERS: Readonly<Record<Language, () => Promise<Catalogue | null>>> = {
  en: async () => null,
  de: async () => (await import('./de/index.ts')).de,
  zh: async () => (await import('./zh/index.ts')).zh,
};

const spoken = signal<{ readonly language: Language; readonly catalogue: Catalogue | null }>({
  language: 'en',
  catalogue: null,
});

/** Chosen last; its texts may still be under way. */
let wanted: Language = 'en';

/** The language that is shown; formats of numbers and dates follow it. */
export const language = computed(() => spoken.value.language);

/** What every page says in that language. */
export const text = computed<Pick<Catalogue, keyof typeof EVERYWHERE>>(
  () => spoken.value.catalogue ?? EVERYWHERE,
);

/** What a part of the console says in that language; what it says in English is given, and so comes with it. */
export function textsOf<Part extends keyof Catalogue>(
  part: Part,
  english: Catalogue[Part],
): ReadonlySignal<Catalogue[Part]> {
  return computed(() => spoken.value.catalogue?.[part] ?? english);
}

/**
 * Shows the language that was chosen before, or the first of the browser's that there is, or that of the site. Texts that
 * do not come, or not soon, keep no page away: it is in English until they are there.
 */
export async function startLanguage(): Promise<void> {
  const begin = async (): Promise<void> =>
    showLanguage(findLanguage() ?? (await readSiteLanguage()));
  const shown = begin().catch(() => undefined);
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
  // Before its texts came, the document had the language that they were to have.
  document.documentElement.lang = language.value;
}

/**
 * Shows a language, and remembers it on this device.
 * @throws when its texts do not come; the one that is shown stays.
 */
export async function chooseLanguage(chosen: Language): Promise<void> {
  storeLanguage(chosen);
  await showLanguage(chosen);
}

/** As an administrator has set it. A plain request: what reads a text has no need to know the API. */
async function readSiteLanguage(): Promise<Language> {
  const answer = await fetch(CONFIG_PATH, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
  const { data } = (await answer.json()) as { readonly data?: { readonly site_language: string } };
  return firstLanguage([data?.site_language ?? '']) ?? 'en';
}

/** Shows a language on this page alone. */
export async function showLanguage(next: Language): Promise<void> {
  wanted = next;
  const loaded = await LOADERS[next]();
  // Another one was chosen in the meantime.
  if (wanted !== next) return;
  spoken.value = { language: next, catalogue: loaded };
  document.documentElement.lang = next;
}
