/** The console's language: the stored choice, else the browser's, else the site's. */

import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Catalogue } from './catalogue.ts';
import { common } from './en/common.ts';
import { layout } from './en/layout.ts';
import { firstLanguage, type Language } from '../../shared/languages.ts';
import { findLanguage, storeLanguage } from './stored-language.ts';

type Loaders<Texts, Languages extends Language> = Readonly<Record<Languages, () => Promise<Texts>>>;

interface Part<Texts> {
  readonly texts: ReadonlySignal<Texts>;
  readonly load: (wanted: Language) => Promise<void>;
}

const LONGEST_WAIT_MS = 3000;
const CONFIG_PATH = '/api/v1/public/config';

/** The shown language. */
export const language = signal<Language>('en');

/** Chosen last; its texts may still be loading. The shown language, once they could not be loaded. */
let wanted: Language = 'en';

const everywhere = createPart(
  { common, layout },
  { de: () => import('./de/everywhere.ts'), zh: () => import('./zh/everywhere.ts') },
);

/** Those whose code has loaded. */
const parts = new Set<Part<unknown>>([everywhere]);

/** No page is drawn with these, so they come later, in English, too. */
const errorPart = createPart<{ readonly errors: Partial<Catalogue['errors']> }>(
  { errors: {} },
  {
    en: () => import('./en/errors.ts'),
    de: () => import('./de/errors.ts'),
    zh: () => import('./zh/errors.ts'),
  },
);

/** The texts of every page in that language. */
export const text = everywhere.texts;

/** The texts of API errors by code, in that language; empty until they are brought. */
export const errorTexts = computed(() => errorPart.texts.value.errors);

/** The texts of a part in that language. English comes with the part's code, others in files of their own. */
export function textsOf<Name extends keyof Catalogue>(
  name: Name,
  english: Catalogue[Name],
  others: Loaders<Pick<Catalogue, Name>, 'de' | 'zh'>,
): ReadonlySignal<Catalogue[Name]> {
  const part = createPart<Pick<Catalogue, Name>>({ [name]: english } as never, others);
  parts.add(part);
  void loadParts([part]);
  return computed(() => part.texts.value[name]);
}

/** @param first - the texts that need no loading, and stand in for those that have not loaded. */
function createPart<Texts>(first: Texts, loaders: Partial<Loaders<Texts, Language>>): Part<Texts> {
  const known = signal<Partial<Record<Language, Texts>>>({});
  return {
    texts: computed(() => known.value[language.value] ?? first),
    load: async (next) => {
      const texts = known.peek()[next] ?? (await loaders[next]?.());
      known.value = { ...known.peek(), [next]: texts };
    },
  };
}

/** Waits for the texts of all code that has loaded, up to 3 s. Those that are missing then are shown in English until they come. */
export async function bringTexts(): Promise<void> {
  await inTime(loadParts());
}

let firstTry: Promise<void> | undefined;

/** Waits for the texts of errors, but not again once they were missing or slow. From now on `bringTexts` brings them, too. */
export async function bringErrorTexts(): Promise<void> {
  parts.add(errorPart);
  const tried = inTime(loadParts([errorPart]));
  await (firstTry ??= tried);
}

/**
 * Shows the stored language, else the browser's, else the site's. Missing or slow texts do not delay the page: it is in
 * English until they arrive.
 */
export async function startLanguage(): Promise<void> {
  const begin = async (): Promise<void> =>
    showLanguage(findLanguage() ?? (await readSiteLanguage()));
  await inTime(begin());
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

/** Shows a language without storing it. Of its texts, only those of every page are required. */
export async function showLanguage(next: Language): Promise<void> {
  wanted = next;
  try {
    await loadParts(parts, [next]);
    await everywhere.load(next);
    if (wanted === next) {
      language.value = next;
      document.documentElement.lang = next;
    }
  } finally {
    if (wanted === next) wanted = language.peek();
  }
}

/** Missing texts are left out. By default those of the shown language, too, since the wanted one may be slow. */
async function loadParts(
  some: Iterable<Part<unknown>> = parts,
  languages = [wanted, language.peek()],
): Promise<void> {
  await Promise.allSettled([...some].flatMap(({ load }) => languages.map(load)));
}

/** Waits for work, but not for long. Its failure counts as its end. */
export async function inTime(work: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([work.catch(() => undefined), late]);
}
