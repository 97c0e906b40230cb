// Runs before anything is painted, and before all other scripts: the document begins in the theme and in the language
// that the rest will have, and what its page needs is under way while they are.
import type { Language } from '../../shared/languages.ts';
import { findPage } from '../../shared/pages.ts';
import { hasSessionCookie } from '../api/csrf-token.ts';
import { prefetch } from '../api/early-answers.ts';
import { askFirstPreviews } from '../features/gallery/model/first-previews.ts';
import { readSearch, toFirstImagesPath } from '../features/gallery/model/gallery-query.ts';
import { preload } from '../state/preload.ts';
import { ensureStorage } from '../state/ensure-storage.ts';
import { readTheme, showTheme } from '../state/stored-theme.ts';
import { findLanguage } from '../text/stored-language.ts';

/** The files that each language has beside those of every page; put in by the build. */
declare const LANGUAGE_FILES: Readonly<Partial<Record<Language, readonly string[]>>>;

// First of all, for the answers take longest.
const page = findPage(location.pathname);
if (hasSessionCookie()) {
  void prefetch('/api/v1/auth/me');
  if (page === 'gallery') {
    const images = prefetch(toFirstImagesPath(readSearch(location.search)));
    askFirstPreviews(images).catch(() => undefined);
  }
}

ensureStorage();
showTheme(readTheme());
const language = findLanguage() ?? 'en';
document.documentElement.lang = language;

// The start page comes drawn, for who is not signed in and speaks its language. Others see it drawn anew.
const { dataset } = document.documentElement;
const isDrawnForOthers = dataset['drawn'] !== language || hasSessionCookie();
if (dataset['drawn'] !== undefined && isDrawnForOthers) dataset['drawn'] = 'for-others';

for (const file of LANGUAGE_FILES[language] ?? []) preload(file, 'module');
