/** The language of the console: the person's choice, or else what the browser asks for. */

import { computed, signal } from '@preact/signals';
import { en } from '../text/en/index.ts';
import type { Catalogue } from '../text/catalogue.ts';
import { findLanguage, storeLanguage, type Language } from './preferences.ts';

const LONGEST_WAIT_MS = 3000;

const LOADERS: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => en,
  de: async () => (await import('../text/de/index.ts')).de,
  zh: async () => (await import('../text/zh/index.ts')).zh,
};

const spoken = signal<{ readonly language: Language; readonly text: Catalogue }>({
  language: 'en',
  text: en,
});

/** Chosen last; its texts may still be under way. */
let wanted: Language = 'en';

/** The language that is shown; formats of numbers and dates follow it. */
export const language = computed(() => spoken.value.language);

/** All texts in that language. */
export const text = computed(() => spoken.value.text);

/**
 * Shows the language that was chosen before, or the first of the browser's that there is. Texts that do not come, or not
 * soon, keep no page away: it is in English until they are there.
 */
export async function startLanguage(): Promise<void> {
  const shown = show(findLanguage()).catch(() => undefined);
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
  await show(chosen);
}

async function show(next: Language): Promise<void> {
  wanted = next;
  const loaded = await LOADERS[next]();
  // Another one was chosen in the meantime.
  if (wanted !== next) return;
  spoken.value = { language: next, text: loaded };
  document.documentElement.lang = next;
}
