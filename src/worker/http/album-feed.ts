import { html } from 'hono/html';
import type { AlbumFeed, FeedImage } from '../domain/albums/open-album-page.ts';
import { albumPath, feedPath, photoPath, thumbnailPath } from './album-paths.ts';
import type { AppContext } from './env.ts';
import { describeImage } from './page-preview.ts';
import { ownOrigin } from './same-origin.ts';

/** Characters that no XML document has (XML 1.0, 2.2). */
// oxlint-disable-next-line no-control-regex -- these are what it removes
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;
const THUMBNAIL_WIDTH = 480;

/** RSS 2.0 (rssboard.org), with a thumbnail in each description. `html` escapes as XML does. */
export async function writeAlbumFeed(
  c: AppContext,
  link: string,
  { album, images }: AlbumFeed,
): Promise<string> {
  const origin = ownOrigin(c.req.raw, c.env.services.config);
  const [newest] = images;
  const items = await Promise.all(images.map((image) => writeItem(origin, link, image)));
  return String(
    await html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${toXml(album.title)}</title>
<link>${origin + albumPath(link)}</link>
<description>${toXml(album.description)}</description>
<atom:link href="${origin + feedPath(link)}" rel="self" type="application/rss+xml"/>
${newest === undefined ? '' : html`<lastBuildDate>${toDate(newest.addedAt)}</lastBuildDate>`}
${items}</channel>
</rss>
`,
  );
}

async function writeItem(origin: string, link: string, image: FeedImage) {
  const page = origin + photoPath(link, image.id);
  const picture = origin + thumbnailPath(link, image, THUMBNAIL_WIDTH);
  const content = html`<a href="${page}"
      ><img src="${picture}" alt="${toXml(describeImage(image))}"
    /></a>
    <p>${toXml(image.description)}</p>`;
  return html`<item>
<title>${toXml(image.title)}</title>
<link>${page}</link>
<guid>${page}</guid>
<pubDate>${toDate(image.addedAt)}</pubDate>
<description>${String(await content)}</description>
</item>
`;
}

function toXml(text: string): string {
  return text.toWellFormed().replaceAll(NO_XML, '');
}

function toDate(ms: number): string {
  return new Date(ms).toUTCString();
}
