// Runs before the first paint and all other scripts: sets theme and language, and starts the page's requests.
import type { Language } from '../../shared/languages.ts';
import type { PAGES } from '../../shared/pages.ts';
import { hasSessionCookie } from '../api/csrf-token.ts';
import { prefetch } from '../api/early-answers.ts';
import { askFirstPreviews } from '../features/gallery/model/first-previews.ts';
import { readSearch, toFirstImagesPath } from '../features/gallery/model/gallery-query.ts';
import { preload } from '../state/preload.ts';
import { ensureStorage } from '../state/ensure-storage.ts';
import { readTheme, showTheme } from '../state/stored-theme.ts';
import { findLanguage } from '../text/stored-language.ts';

/** The files of the page's texts in each language; the build replaces it. */
declare const TEXT_FILES: Readonly<Record<Language, readonly string[]>>;

// First, because the answers take longest.
if (hasSessionCookie()) {
  void prefetch('/api/v1/auth/me');
  // The table of pages would be a tenth of this script.
  if (location.pathname === ('/gallery' satisfies typeof PAGES.gallery)) {
    const images = prefetch(toFirstImagesPath(readSearch(location.search)));
    askFirstPreviews(images).catch(() => undefined);
  }
}

ensureStorage();
showTheme(readTheme());
const language = findLanguage() ?? 'en';
document.documentElement.lang = language;

// The prerendered start page is for signed-out visitors in its language. Others see it drawn again.
const { dataset } = document.documentElement;
const isDrawnForOthers = dataset['drawn'] !== language || hasSessionCookie();
if (dataset['drawn'] !== undefined && isDrawnForOthers) dataset['drawn'] = 'for-others';

for (const file of TEXT_FILES[language]) preload(file, 'module');
