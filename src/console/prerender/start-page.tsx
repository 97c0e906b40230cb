import './nobodys-browser.ts';
import { renderToString } from 'preact-render-to-string';
import { LANGUAGES, type Language } from '../../lib/languages.ts';
import { App } from '../app.tsx';
import { showLanguage, text } from '../state/language.ts';
import { toWindowTitle } from '../state/title.ts';
import { Description, NoScript } from './document-parts.tsx';
import type { StartDocument } from './start-document.ts';

/** Draws the start page in each language. */
export async function prerenderStartPage(): Promise<Readonly<Record<Language, StartDocument>>> {
  const documents: Record<string, StartDocument> = {};
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await showLanguage(language);
    documents[language] = {
      title: renderToString(<title>{toWindowTitle(text.value.start.heading)}</title>),
      description: renderToString(<Description language={language} />),
      noScript: renderToString(<NoScript language={language} />),
      page: renderToString(<App />),
    };
  }
  return documents as Record<Language, StartDocument>;
}
