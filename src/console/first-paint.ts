// Runs before anything is painted, and before all other scripts: the document begins in the theme and in the language
// that the rest will have.
import { ensureStorage } from './state/ensure-storage.ts';
import { findLanguage, readTheme, showTheme } from './state/preferences.ts';

ensureStorage();
showTheme(readTheme());
document.documentElement.lang = findLanguage();
