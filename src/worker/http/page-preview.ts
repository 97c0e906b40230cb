import { html } from 'hono/html';
import type { PageFacts } from '../domain/delivery/page-facts.ts';
import type { Markup } from './image-page.ts';

const OEMBED_TYPE = 'application/json+oembed';

/**
 * What chats and feeds make a card of: Open Graph (ogp.me), Twitter's card, and the discovery of oEmbed.
 * @param origin crawlers demand absolute addresses.
 * @param path of the page.
 */
export function writePreview(facts: PageFacts, origin: string, path: string): Markup {
  const { title, image } = facts;
  const url = origin + path;
  const oembed = `${origin}/oembed?format=json&url=${encodeURIComponent(url)}`;
  const description = toLine(facts.description);
  const properties: [name: string, content: string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Tintype'],
    ['og:url', url],
    ['og:title', title],
    ['og:image', origin + image.path],
    ['og:image:type', image.mimeType],
    ['og:image:width', image.width],
    ['og:image:height', image.height],
    ['og:image:alt', describeImage(facts)],
  ];
  if (description !== '') properties.push(['og:description', description]);
  return html`${properties.map(
      ([name, content]) => html`<meta property="${name}" content="${content}" /> `,
    )} <meta name="twitter:card" content="summary_large_image" /> ${
      description === '' ? '' : html`<meta name="description" content="${description}" /> `
    }<link rel="canonical" href="${url}" />
    <link rel="alternate" type="${OEMBED_TYPE}" href="${oembed}" title="${title}" /> `;
}

/** For those who cannot see it. */
export function describeImage({ altText, title }: Pick<PageFacts, 'altText' | 'title'>): string {
  return altText === '' ? title : altText;
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
