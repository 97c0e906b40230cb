// Runs before anything is painted: the document begins in the theme and in the language that the rest will have.
import { findLanguage, readTheme, showTheme } from './state/preferences.ts';

showTheme(readTheme());
document.documentElement.lang = findLanguage();
