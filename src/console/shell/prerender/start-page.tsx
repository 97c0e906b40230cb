import './nobodys-browser.ts';
import { renderToString } from 'preact-render-to-string';
import { LANGUAGES, type Language } from '../../../shared/languages.ts';
import { PAGES } from '../../../shared/pages.ts';
import { App } from '../app.tsx';
import { preloadPage } from '../routes.ts';
import { showLanguage } from '../../text/language.ts';
import { toWindowTitle } from '../../state/title.ts';
import { startText } from '../../text/start.ts';
import { Description, NoScript } from './document-parts.tsx';
import type { StartDocument } from './start-document.ts';

export async function prerenderStartPage(): Promise<Readonly<Record<Language, StartDocument>>> {
  const documents: Record<string, StartDocument> = {};
  await preloadPage(PAGES.start);
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await showLanguage(language);
    documents[language] = {
      title: renderToString(<title>{toWindowTitle(startText.value.heading)}</title>),
      description: renderToString(<Description language={language} />),
      noScript: renderToString(<NoScript language={language} />),
      page: renderToString(<App />),
    };
  }
  return documents as Record<Language, StartDocument>;
}
