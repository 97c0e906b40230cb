// Runs before anything is painted, and before all other scripts: the document begins in the theme and in the language
// that the rest will have, and what its page needs is under way while they are.
import type { Language } from '../lib/languages.ts';
import { findPage, type PageName } from '../lib/pages.ts';
import { hasSessionCookie } from './api/csrf-token.ts';
import { askEarly } from './api/early-answers.ts';
import { readSearch, toFirstImagesPath } from './gallery/gallery-query.ts';
import { ensureStorage } from './state/ensure-storage.ts';
import { findLanguage, readTheme, showTheme } from './state/preferences.ts';

/** The files that each page and each language has beside those of every page; put in by the build. */
declare const PAGE_FILES: Readonly<Partial<Record<PageName, readonly string[]>>>;
declare const LANGUAGE_FILES: Readonly<Partial<Record<Language, readonly string[]>>>;

ensureStorage();
showTheme(readTheme());
const language = findLanguage() ?? 'en';
document.documentElement.lang = language;

// The start page comes drawn, for who is not signed in and speaks its language. Others see it drawn anew.
const { dataset } = document.documentElement;
const isDrawnForOthers = dataset['drawn'] !== language || hasSessionCookie();
if (dataset['drawn'] !== undefined && isDrawnForOthers) dataset['drawn'] = 'for-others';

const page = findPage(location.pathname);
if (hasSessionCookie()) {
  askEarly('/api/v1/auth/me');
  if (page === 'gallery') askEarly(toFirstImagesPath(readSearch(location.search)));
}
for (const file of LANGUAGE_FILES[language] ?? []) preload(file);
for (const file of (page && PAGE_FILES[page]) ?? []) preload(file);

/** Loads a file in the way in which the script that asks for it will. */
function preload(file: string): void {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
