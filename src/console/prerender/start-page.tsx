import './nobodys-browser.ts';
import { renderToString } from 'preact-render-to-string';
import { LANGUAGES, type Language } from '../../lib/languages.ts';
import { App } from '../app.tsx';
import { showLanguage } from '../state/language.ts';

/** Returns the start page in each language as HTML: what the console shows at first to who is not signed in. */
export async function prerenderStartPage(): Promise<Readonly<Record<Language, string>>> {
  const pages: Record<string, string> = {};
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await showLanguage(language);
    pages[language] = renderToString(<App />);
  }
  return pages as Record<Language, string>;
}
