import { html, raw } from 'hono/html';
import { describeExposure, describeTime } from '../../shared/describe-taken.ts';
import type { Language } from '../../shared/languages.ts';
import type { TakenFacts } from '../../shared/taken-facts.ts';
import { IMAGE_PAGE_STYLE } from './image-page-style.ts';
import { IMAGE_PAGE_WORDS } from './image-page-words.ts';

export type Markup = ReturnType<typeof html>;

export interface ImagePage {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** Null leaves out the name. */
  readonly owner: string | null;
  readonly taken: TakenFacts;
  /** What shows the image: `path` on this host; upright pixels, bytes. */
  readonly image: {
    readonly path: string;
    /** For `srcset`; none for the image alone. */
    readonly renditions?: string | null;
    /** A `data:` URL, drawn until the image is there; none for nothing. */
    readonly blurUrl?: string | null;
    readonly altText: string;
    readonly width: number;
    readonly height: number;
    readonly size: number;
  };
  /** The name of the downloaded file; null offers neither a download nor the image alone. */
  readonly filename: string | null;
  /** The page that shows it among others. */
  readonly back?: { readonly path: string; readonly title: string };
  /** A sentence below the description; null for none. */
  readonly note: string | null;
  /** To copy. */
  readonly links: readonly { readonly label: string; readonly value: string }[];
  /** For crawlers; null for none. */
  readonly preview: Markup | null;
  readonly isIndexed: boolean;
}

/** Own images alone; no script, and no frame around it. */
export const IMAGE_PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The address may hold a token.
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept-Language',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Of a page with a blur. */
export const BLUR_POLICY = IMAGE_PAGE_HEADERS['Content-Security-Policy'].replace(
  "img-src 'self'",
  "img-src 'self' data:",
);

/** Of the image in its style. */
const MAX_HEIGHT_VH = 82;

/** A page for people, without scripts. Crawlers read its first 32 KiB: `preview` comes before the style. */
export function writeImagePage(page: ImagePage): Markup {
  const { language, title, description, owner, taken, image, filename, back, note, links } = page;
  const words = IMAGE_PAGE_WORDS[language];
  const { path, altText, width, height, renditions = null, blurUrl = null } = image;
  // As wide as the style below lets it be.
  const sizes = `min(100vw, ${String(Math.round((MAX_HEIGHT_VH * width) / height))}vh)`;
  const smaller = renditions === null ? '' : html` srcset="${renditions}" sizes="${sizes}"`;
  const blur = blurUrl === null ? '' : `;background:url(${blurUrl}) 0/100% 100%`;
  const style = `--width:${String(width)}px;--ratio:${String(width / height)}${blur}`;
  const layout = html`width="${width}" height="${height}"${smaller} style="${style}"`;
  const shown = html`<img src="${path}" alt="${altText}" ${layout} />`;
  const facts = [
    ...(owner === null ? [] : [`${words.by}${owner}`]),
    `${String(width)} × ${String(height)}`,
    formatBytes(image.size, language),
  ];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${page.isIndexed ? '' : raw('<meta name="robots" content="noindex">\n')}${page.preview}
        <link rel="icon" href="/icons/icon.svg" />
        <style>
          ${raw(IMAGE_PAGE_STYLE)}
        </style>
      </head>
      <body>
        <main>
          ${filename === null ? html`<div class="stage">${shown}</div>` : html`<a class="stage" href="${path}">${shown}</a>`}
          <div class="about">
            <div class="head">
              <div>
                <h1>${title}</h1>
                ${[facts, ...takenLines(taken, language)].map(
                  (line) => html`<p class="facts">${line.join(' · ')}</p> `,
                )}
              </div>
              ${filename === null ? '' : html`<a class="button" href="${path}" download="${filename}">${words.download}</a>`}
            </div>
            ${description === '' ? '' : html`<p class="text">${description}</p>`}
            ${back === undefined ? '' : html`<p><a class="back" href="${back.path}">← ${back.title}</a></p>`}
            ${note === null ? '' : html`<p class="note">${note}</p>`}
            ${
              links.length === 0
                ? ''
                : html`<h2>${words.share}</h2>
                    <div class="links">
                      ${links.map(
                        ({ label, value }) =>
                          html`<label>${label} <input readonly value="${value}" /></label> `,
                      )}
                    </div>`
            }
          </div>
        </main>
        <footer><a href="/">Tintype</a></footer>
      </body>
    </html> `;
}

/** Camera and lens; time and exposure. */
function takenLines({ takenAt, camera = {} }: TakenFacts, language: Language): string[][] {
  const { taken } = IMAGE_PAGE_WORDS[language];
  const time = takenAt === undefined ? '' : taken + describeTime(takenAt, language);
  return [
    [camera.name ?? '', camera.lens ?? ''],
    [time, describeExposure(camera, language)],
  ]
    .map((line) => line.filter((text) => text !== ''))
    .filter((line) => line.length > 0);
}

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;
const UNIT_STEP = 1024;

/** In the largest unit (of 1,024) that gives at least 1. */
function formatBytes(bytes: number, language: Language): string {
  const rank = bytes >= UNIT_STEP ** 2 ? 2 : bytes >= UNIT_STEP ? 1 : 0;
  const value = bytes / UNIT_STEP ** rank;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[rank],
    maximumFractionDigits: rank > 0 && value < 10 ? 1 : 0,
  }).format(value);
}
