import { drawThumbHash } from '../../shared/draw-thumb-hash.ts';
import type { Language } from '../../shared/languages.ts';
import { writeEmbeds } from '../../shared/embeds.ts';
import type { PageFacts } from '../domain/delivery/page-facts.ts';
import { pathOf } from '../lib/path-of.ts';
import type { ImagePage } from './image-page.ts';
import { IMAGE_PAGE_WORDS } from './image-page-words.ts';
import { findWebpLink, listRenditions } from './list-renditions.ts';
import { describeImage, writePreview } from './page-preview.ts';

/** A private image has no preview, and the tokens of the address show it. */
export function describePage(
  request: Request,
  facts: PageFacts,
  { language, origin }: { readonly language: Language; readonly origin: string },
): ImagePage {
  const { tokenNote } = IMAGE_PAGE_WORDS[language];
  const { title, description, owner, filename, image } = facts;
  const isPublic = facts.visibility === 'public';
  const path = pathOf(request.url);
  const query = isPublic ? '' : copyTokens(request.url);
  const isForOthers = isPublic || query !== '';
  const altText = describeImage(facts);
  const renditions = listRenditions(image, query);
  // Nothing takes it away once the image is there.
  const blur = isPublic ? drawThumbHash(facts.thumbHash) : null;
  const blurUrl = blur?.isOpaque === true ? blur.url : null;
  const shown = { ...image, path: image.path + query, altText, renditions, blurUrl };
  return {
    language,
    title,
    description,
    owner,
    taken: facts.taken ?? {},
    image: shown,
    filename,
    note: isPublic || !isForOthers ? null : tokenNote,
    links: isForOthers ? listLinks(language, origin, path + query, shown) : [],
    preview: isPublic ? writePreview(facts, origin, path) : null,
    isIndexed: isPublic && facts.isIndexed,
  };
}

function copyTokens(url: string): string {
  const tokens = new URL(url).searchParams.getAll('token').map((token) => ['token', token]);
  return tokens.length === 0 ? '' : `?${new URLSearchParams(tokens).toString()}`;
}

function listLinks(
  language: ImagePage['language'],
  origin: string,
  page: string,
  { path, altText, width, height }: ImagePage['image'],
): ImagePage['links'] {
  const words = IMAGE_PAGE_WORDS[language];
  // With a token it is no longer such a path: renditions of a private image end with it.
  const link = findWebpLink(path);
  const renditions = link === null ? null : { origin, link, isWebp: true };
  const image = { url: origin + path, page: origin + page, name: altText, width, height };
  const { url, markdown, html, bbcode } = writeEmbeds({ ...image, renditions });
  return [
    { label: words.page, value: origin + page },
    { label: words.image, value: url },
    { label: 'HTML', value: html },
    { label: 'Markdown', value: markdown },
    { label: 'BBCode', value: bbcode },
  ];
}
