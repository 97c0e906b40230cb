import { html } from 'hono/html';
import type { Language } from '../../shared/languages.ts';
import type { Share } from '../domain/delivery/find-share.ts';
import { SHARE_IMAGE } from '../domain/links/make-link.ts';
import { HARDENING_HEADERS, NO_STORE_HEADERS } from './image-answer.ts';
import { preferredLanguage } from './preferred-language.ts';
import { PAGE_STYLE } from './refusal-page.ts';

const WORDS = {
  en: {
    download: 'Download',
    limited: 'This link shows the image a limited number of times.',
    locked: 'This image has a password',
    password: 'Password',
    show: 'Show image',
    wrong: 'Incorrect password.',
  },
  de: {
    download: 'Herunterladen',
    limited: 'Dieser Link zeigt das Bild nur begrenzt oft.',
    locked: 'Dieses Bild hat ein Passwort',
    password: 'Passwort',
    show: 'Bild anzeigen',
    wrong: 'Falsches Passwort.',
  },
  zh: {
    download: '下载',
    limited: '此链接的查看次数有限。',
    locked: '此图片有密码',
    password: '密码',
    show: '显示图片',
    wrong: '密码错误。',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Own images and the page's own form; no script, and no frame around it. */
export const PAGE_HEADERS = {
  ...HARDENING_HEADERS,
  ...NO_STORE_HEADERS,
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Accept-Language, Cookie',
  'X-Robots-Tag': 'noindex',
} as const;

/** Its image takes the view. A download would take another, so a limited link offers none. */
export function writeSharePage(
  request: Request,
  { title, altText, width, height, maxViews }: Share,
) {
  const image = `${new URL(request.url).pathname}${SHARE_IMAGE}`;
  return writeDocument(request, ({ download, limited }) => ({
    title,
    body: html`<img src="${image}" width="${width}" height="${height}" alt="${altText || title}" />
      ${
        maxViews === null
          ? html`<p><a href="${image}" download>${download}</a></p>`
          : html`<p class="note">${limited}</p>`
      }`,
  }));
}

export function writePasswordPage(request: Request, fault?: 'wrong') {
  return writeDocument(request, ({ locked, password, show, wrong }) => ({
    title: locked,
    body: html`<form method="post">
        <label
          >${password} <input type="password" name="password" required autofocus autocomplete="off"
        /></label>
        <button>${show}</button>
      </form>
      ${fault === undefined ? '' : html`<p role="alert">${wrong}</p>`}`,
  }));
}

interface Content {
  readonly title: string;
  readonly body: ReturnType<typeof html>;
}

function writeDocument(
  request: Request,
  write: (words: (typeof WORDS)[Language]) => Content,
): ReturnType<typeof html> {
  const language = preferredLanguage(request) ?? 'en';
  const { title, body } = write(WORDS[language]);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${PAGE_STYLE} body {
            max-width: 64rem;
          }
          img {
            display: block;
            max-width: 100%;
            height: auto;
            margin: 0.75rem 0 0;
          }
          label,
          button {
            font: inherit;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
}
