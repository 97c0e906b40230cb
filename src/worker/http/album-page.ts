import { html, raw } from 'hono/html';
import { drawThumbHash } from '../../shared/draw-thumb-hash.ts';
import type { Language } from '../../shared/languages.ts';
import type { AlbumPage, SharedImage } from '../domain/albums/open-album-page.ts';
import { countVolumes } from '../domain/archive/list-album-volume.ts';
import {
  albumImagePath,
  albumPath,
  feedPath,
  photoPath,
  thumbnailPath,
  zipPath,
} from './album-paths.ts';
import { ALBUM_PAGE_WORDS, countImages } from './album-page-words.ts';
import type { AppContext } from './env.ts';
import { NO_STORE_HEADERS } from './image-answer.ts';
import { BLUR_POLICY, IMAGE_PAGE_HEADERS, type Markup } from './image-page.ts';
import { IMAGE_PAGE_STYLE } from './image-page-style.ts';
import { IMAGE_PAGE_WORDS } from './image-page-words.ts';
import { describeImage, writeCard } from './page-preview.ts';
import { preferredLanguage } from './preferred-language.ts';
import { ownOrigin } from './same-origin.ts';

/** The row, not a cache, says who may see it. */
export const ALBUM_PAGE_HEADERS = {
  ...IMAGE_PAGE_HEADERS,
  ...NO_STORE_HEADERS,
  'Content-Security-Policy': BLUR_POLICY,
};

const STYLE = `${IMAGE_PAGE_STYLE}
main.album, main.album + footer { max-width: none; padding-inline: clamp(0.75rem, 2.2vw, 2.5rem); }
main.album { padding-block-start: 1.25rem; }
main.album + footer { padding-block-start: 0.75rem; }
.grid { display: flex; flex-wrap: wrap; gap: 4px; margin: 1.25rem 0; padding: 0; list-style: none; }
.grid::after { content: ''; flex: 1000 0 0; }
.grid li { flex: var(--ratio) 1 calc(var(--ratio) * clamp(6.5rem, 14vw, 14rem)); aspect-ratio: var(--ratio); background: light-dark(#ece6dc, #100d0a) 0 / 100% 100%; border-radius: 3px; overflow: hidden; }
.grid img { display: block; width: 100%; height: 100%; object-fit: cover; }
.grid a { display: block; height: 100%; outline-offset: -3px; }
.pages { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; }
.pages a { color: inherit; }
.parts { margin-top: 1.25rem; }
`;

/** Wider or narrower cells would leave nothing of their row to others. */
const RATIO_MIN = 0.5;
const RATIO_MAX = 2.6;
/** 1.3 KB each: those that a window shows at once. */
const BLURRED_IMAGES = 40;
const CARD_WIDTH = 1280;

export interface ShownAlbum extends AlbumPage {
  readonly link: string;
  /** Of this page. */
  readonly cursor: string;
}

export function writeAlbumPage(
  c: AppContext,
  shown: ShownAlbum,
): { readonly markup: Markup; readonly isIndexed: boolean } {
  const { album, link } = shown;
  const language = preferredLanguage(c.req.raw) ?? 'en';
  const { title } = album;
  const isIndexed = album.visibility === 'public' && album.isIndexed;
  const markup = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${isIndexed ? '' : raw('<meta name="robots" content="noindex">\n')}${writeAlbumCard(c, shown)}
        ${
          album.visibility === 'public'
            ? html`<link
                rel="alternate"
                type="application/rss+xml"
                href="${feedPath(link)}"
                title="${title}"
              /> `
            : ''
        }
        <link rel="icon" href="/icons/icon.svg" />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        ${writeMain(shown, language)}
        <footer><a href="/">Tintype</a></footer>
      </body>
    </html> `;
  return { markup, isIndexed };
}

function writeMain(shown: ShownAlbum, language: Language): Markup {
  const { album, images, link, cursor, nextCursor } = shown;
  const words = ALBUM_PAGE_WORDS[language];
  const { title, description, owner, imageCount } = album;
  const volumes = countVolumes(album);
  // The album's count has images that are not published, too.
  const count = cursor === '' && nextCursor === '' ? images.length : imageCount;
  const facts = [
    ...(owner === null ? [] : [IMAGE_PAGE_WORDS[language].by + owner]),
    countImages(count, language),
  ];
  return html`<main class="album">
    <div class="head">
      <div>
        <h1>${title}</h1>
        <p class="facts">${facts.join(' · ')}</p>
      </div>
      ${
        images.length === 0 || volumes > 1
          ? ''
          : html`<a class="button" href="${zipPath(link, 1)}" download>${words.download}</a>`
      }
    </div>
    ${description === '' ? '' : html`<p class="text">${description}</p>`}
    ${volumes > 1 ? writeParts(link, volumes, language) : ''}
    ${count === 0 ? html`<p class="note">${words.empty}</p>` : ''}
    <ul class="grid">
      ${images.map((image, index) => writeCell(link, image, index))}
    </ul>
    ${writePages(shown, language)}
  </main>`;
}

function writeParts(link: string, volumes: number, language: Language): Markup {
  const part = ALBUM_PAGE_WORDS[language].downloadPart.replace('{volumes}', String(volumes));
  const links = Array.from({ length: volumes }, (_, index) => {
    const label = part.replace('{volume}', String(index + 1));
    return html`<a href="${zipPath(link, index + 1)}" download>${label}</a> `;
  });
  return html`<div class="pages parts">${links}</div>`;
}

function writeCell(link: string, image: SharedImage, index: number): Markup {
  const { id, width, height, thumbHash } = image;
  const ratio = Math.min(Math.max(width / height, RATIO_MIN), RATIO_MAX).toFixed(3);
  const blur = index < BLURRED_IMAGES ? drawThumbHash(thumbHash) : null;
  const background = blur?.isOpaque === true ? `;background-image:url(${blur.url})` : '';
  const pathOf = (size: number) => thumbnailPath(link, image, size);
  const sources = `${pathOf(320)} 320w, ${pathOf(480)} 480w`;
  const loading = index < BLURRED_IMAGES ? 'eager' : 'lazy';
  return html`<li style="--ratio:${ratio}${background}">
    <a href="${photoPath(link, id)}"
      ><img
        src="${pathOf(480)}"
        srcset="${sources}"
        sizes="calc(${ratio} * clamp(6.5rem, 14vw, 14rem) * 1.2)"
        alt="${describeImage(image)}"
        width="${width}"
        height="${height}"
        loading="${loading}"
        decoding="async"
    /></a>
  </li>`;
}

function writePages({ album, link, cursor, nextCursor }: ShownAlbum, language: Language): Markup {
  const words = ALBUM_PAGE_WORDS[language];
  const pages: [path: string, label: string, rel: string][] = [];
  if (cursor !== '') pages.push([albumPath(link), words.first, 'first']);
  if (nextCursor !== '') pages.push([albumPath(link, nextCursor), words.next, 'next']);
  if (album.visibility === 'public') pages.push([feedPath(link), words.feed, 'alternate']);
  return pages.length === 0
    ? html``
    : html`<nav class="pages">
        ${pages.map(([path, label, rel]) => html`<a href="${path}" rel="${rel}">${label}</a> `)}
      </nav>`;
}

/** With the cover, or the first image of the page. */
function writeAlbumCard(c: AppContext, { album, images, link }: ShownAlbum): Markup {
  const imageId = album.coverImageId ?? images[0]?.id;
  const path = imageId === undefined ? null : albumImagePath(link, imageId, CARD_WIDTH);
  const { title, description } = album;
  const origin = ownOrigin(c.req.raw, c.env.services.config);
  const image = path === null ? null : { path, mimeType: 'image/webp', altText: title };
  return writeCard({ title, description, image }, origin, albumPath(link));
}
