import { z } from '@hono/zod-openapi';
import type { Size } from '../../../../shared/pixels.ts';
import { containSize } from '../../../../shared/recipe-geometry.ts';
import { extensionsOf, VARIANTS } from '../../../../shared/variants.ts';
import { writeEmbeds } from '../../../../shared/embeds.ts';
import { writeLink } from '../../../../shared/link-forms.ts';
import type { StoredFile } from '../../../domain/files/store-file.ts';
import { makeDeletionToken } from '../../../domain/images/delete-link.ts';
import { assetLink, LINK_ROOT, sharePath, withToken } from '../../../domain/links/make-link.ts';
import { findWebpLink } from '../../list-renditions.ts';
import type { AppContext } from '../../env.ts';
import { ownOrigin } from '../../same-origin.ts';

const Links = z
  .object({
    url: z.string(),
    html: z.string(),
    markdown: z.string(),
    bbcode: z.string(),
    markdown_with_link: z.string(),
    thumbnail_url: z.string(),
    delete_url: z.string(),
  })
  .openapi('FileLinks');

export const UploadedFile = z
  .object({
    id: z.int(),
    key: z.string().openapi({ description: 'The image’s `unique_link`' }),
    url: z.string().openapi({
      description: 'The image; of a private one with its token, which ends within three days',
    }),
    page_url: z.string().openapi({ description: 'The image on a page for people' }),
    thumbnail_url: z.string(),
    delete_url: z.string().openapi({
      description: 'A page that deletes the image once a person has confirmed it',
    }),
    name: z.string(),
    width: z.int(),
    height: z.int(),
    size: z.int(),
    mimetype: z.string(),
    links: Links,
  })
  .openapi('UploadedFile');

export type UploadedFile = z.infer<typeof UploadedFile>;

/** Holds what each program looks for: see docs/api.md. */
export const FileAnswer = z.object({
  code: z.literal(0),
  message: z.string(),
  success: z.literal(true),
  status: z.literal(true),
  result: z.array(z.string()),
  data: UploadedFile,
});

export const DELETE_ROOT = '/d/';

const PUBLISHED_LONG_EDGE = VARIANTS.publish_source.recipe.longEdge;
const THUMBNAIL_QUERY = 'w=400&h=400';

export async function toUploadedFile(c: AppContext, stored: StoredFile): Promise<UploadedFile> {
  const { image, mimeType } = stored;
  const { actor } = c.var;
  const { keys, config } = c.env.services;
  const origin = ownOrigin(c.req.raw, config);
  const paths = pathsOf(stored);
  const url = origin + paths.url;
  const pageUrl = origin + paths.page;
  const name = image.altText === '' ? image.title : image.altText;
  const link = stored.isMoving ? null : findWebpLink(paths.url);
  const renditions = link === null ? null : { origin, link, isWebp: true };
  const links = {
    ...writeEmbeds({ ...sizeShown(image), url, page: pageUrl, name, renditions }),
    thumbnail_url: origin + paths.thumbnail,
    delete_url: origin + withToken(DELETE_ROOT, await makeDeletionToken(keys, image, actor)),
  };
  const preview = writeLink(links.thumbnail_url, image.title).markdown;
  return {
    id: image.id,
    key: image.uniqueLink,
    url,
    page_url: pageUrl,
    thumbnail_url: links.thumbnail_url,
    delete_url: links.delete_url,
    name: image.filename,
    width: image.width,
    height: image.height,
    size: image.fileSize,
    mimetype: mimeType,
    links: { ...links, markdown_with_link: `[${preview}](${pageUrl})` },
  };
}

export function toFileAnswer(data: UploadedFile): z.infer<typeof FileAnswer> {
  return { code: 0, message: 'ok', success: true, status: true, result: [data.url], data };
}

function sizeShown({ pipelineVersion, width, height }: StoredFile['image']): Size {
  return pipelineVersion === 2
    ? containSize(width, height, PUBLISHED_LONG_EDGE)
    : { width, height };
}

function pathsOf({ image, token, isMoving, mimeType }: StoredFile) {
  const { uniqueLink, visibility, pipelineVersion } = image;
  const query = token === null ? '' : `token=${token}`;
  const withQuery = (path: string, ...more: readonly string[]): string => {
    const pairs = [...more, query].filter((pair) => pair !== '');
    return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  };
  if (pipelineVersion === 2) {
    const asset = assetLink(uniqueLink, visibility);
    return {
      url: withQuery(`${LINK_ROOT}${asset}.webp`),
      thumbnail: withQuery(`${LINK_ROOT}${asset}/gallery.webp`),
      page: withQuery(sharePath(image)),
    };
  }
  const root = LINK_ROOT + uniqueLink;
  // The WebP beside the file is a still. A moving WebP itself has no extension.
  const extension = mimeType === 'image/webp' ? undefined : extensionsOf(mimeType)[0];
  const moving = extension === undefined ? root : `${root}.${extension}`;
  return {
    url: withQuery(isMoving ? moving : `${root}.webp`),
    thumbnail: withQuery(`${root}.webp`, THUMBNAIL_QUERY),
    page: withQuery(sharePath(image)),
  };
}
