import { html } from 'hono/html';
import type { PageFacts, ShownFile } from '../domain/delivery/page-facts.ts';
import type { Markup } from './image-page.ts';

const OEMBED_TYPE = 'application/json+oembed';

/**
 * What chats and feeds make a card of: Open Graph (ogp.me), Twitter's card, and the discovery of oEmbed.
 * @param origin crawlers demand absolute addresses.
 * @param path of the page.
 */
export function writePreview(facts: PageFacts, origin: string, path: string): Markup {
  const { title, description } = facts;
  const oembed = `${origin}/oembed?format=json&url=${encodeURIComponent(origin + path)}`;
  const image = { ...facts.image, altText: describeImage(facts) };
  return html`${writeCard({ title, description, image }, origin, path)}
    <link rel="alternate" type="${OEMBED_TYPE}" href="${oembed}" title="${title}" /> `;
}

export interface Card {
  readonly title: string;
  readonly description: string;
  /** Null for none; without its pixels where they are not known. */
  readonly image:
    | (Pick<ShownFile, 'path' | 'mimeType'> &
        Partial<Pick<ShownFile, 'width' | 'height'>> & { readonly altText: string })
    | null;
}

/** Open Graph, Twitter's card, and the address of the page. */
export function writeCard({ title, image, ...texts }: Card, origin: string, path: string): Markup {
  const url = origin + path;
  const description = toLine(texts.description);
  const properties: [name: string, content: string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Tintype'],
    ['og:url', url],
    ['og:title', title],
    ...(image === null ? [] : listImageProperties(image, origin)),
  ];
  if (description !== '') properties.push(['og:description', description]);
  return html`${properties.map(
      ([name, content]) => html`<meta property="${name}" content="${content}" /> `,
    )} <meta name="twitter:card" content="summary_large_image" /> ${
      description === '' ? '' : html`<meta name="description" content="${description}" /> `
    }<link rel="canonical" href="${url}" /> `;
}

function listImageProperties(
  { path, mimeType, width, height, altText }: NonNullable<Card['image']>,
  origin: string,
): [name: string, content: string | number][] {
  return [
    ['og:image', origin + path],
    ['og:image:type', mimeType],
    ...(width === undefined ? [] : [['og:image:width', width] as [string, number]]),
    ...(height === undefined ? [] : [['og:image:height', height] as [string, number]]),
    ['og:image:alt', altText],
  ];
}

/** For those who cannot see it. */
export function describeImage({ altText, title }: Pick<PageFacts, 'altText' | 'title'>): string {
  return altText === '' ? title : altText;
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
