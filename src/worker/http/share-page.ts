import { html, raw } from 'hono/html';
import type { Language } from '../../shared/languages.ts';
import type { Share } from '../domain/delivery/find-share.ts';
import { toShownTaken } from '../domain/delivery/page-facts.ts';
import { nameServed } from '../domain/delivery/image-record.ts';
import { SHARE_IMAGE, withToken } from '../domain/links/make-link.ts';
import { NO_STORE_HEADERS } from './image-answer.ts';
import { IMAGE_PAGE_HEADERS, writeImagePage, type Markup } from './image-page.ts';
import { describeImage } from './page-preview.ts';
import { preferredLanguage } from './preferred-language.ts';
import { PAGE_STYLE } from './refusal-page.ts';

const WORDS = {
  en: {
    limited: 'This link shows the photo a limited number of times.',
    locked: 'This photo has a password',
    password: 'Password',
    show: 'Show photo',
    wrong: 'Incorrect password.',
  },
  de: {
    limited: 'Dieser Link zeigt das Foto nur begrenzt oft.',
    locked: 'Dieses Foto hat ein Passwort',
    password: 'Passwort',
    show: 'Foto anzeigen',
    wrong: 'Falsches Passwort.',
  },
  zh: {
    limited: '此链接的查看次数有限。',
    locked: '此图片有密码',
    password: '密码',
    show: '显示图片',
    wrong: '密码错误。',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** As of other pages with an image, and the form of the password. */
export const SHARE_PAGE_HEADERS = {
  ...IMAGE_PAGE_HEADERS,
  ...NO_STORE_HEADERS,
  'Content-Security-Policy': IMAGE_PAGE_HEADERS['Content-Security-Policy'].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  Vary: 'Accept-Language, Cookie',
  'X-Robots-Tag': 'noindex',
};

/** Its image takes the view. A download would take another, so a limited link offers none. */
export function writeSharePage(request: Request, share: Share, token: string): Markup {
  const language = preferredLanguage(request) ?? 'en';
  const { title, description, owner, width, height, size } = share;
  const isLimited = share.maxViews !== null;
  const path = withToken(SHARE_IMAGE, token);
  return writeImagePage({
    language,
    title,
    description,
    owner,
    taken: toShownTaken(share),
    image: { path, altText: describeImage(share), width, height, size },
    filename: isLimited ? null : nameServed(share.filename, share.mimeType),
    note: isLimited ? WORDS[language].limited : null,
    // Links and previews would give the image to more people than the owner did.
    links: [],
    preview: null,
    isIndexed: false,
  });
}

export function writePasswordPage(request: Request, fault?: 'wrong'): Markup {
  const language = preferredLanguage(request) ?? 'en';
  const { locked, password, show, wrong } = WORDS[language];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${locked}</title>
        <style>
          ${raw(PAGE_STYLE)} label,
          input,
          button {
            font: inherit;
            max-width: 100%;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${locked}</h1>
          <form method="post">
            <p>
              <label
                >${password}
                <input type="password" name="password" required autofocus autocomplete="off"
              /></label>
              <button>${show}</button>
            </p>
          </form>
          ${fault === undefined ? '' : html`<p role="alert">${wrong}</p>`}
        </main>
      </body>
    </html>`;
}
