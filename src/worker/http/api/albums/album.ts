import { z } from '@hono/zod-openapi';
import { toTimestamp } from '../../../../shared/clock.ts';
import {
  ALBUM_IMAGES_PER_CALL,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../../../shared/entry-rules.ts';
import { ALBUM_VISIBILITIES, type Album } from '../../../domain/albums/album.ts';
import { ALBUM_ORDERS } from '../../../domain/albums/album-order.ts';
import { ALBUM_ROOT } from '../../../domain/links/make-link.ts';
import type { AppContext } from '../../env.ts';
import { plainText } from '../../plain-text.ts';
import { ownOrigin } from '../../same-origin.ts';
import { futureTime } from '../future-time.ts';
import { ImageIdParam } from '../images/image.ts';

export const AlbumIdParam = ImageIdParam;

export const ALBUM_INPUTS = {
  title: plainText(TITLE_MAX_CHARACTERS).min(1),
  description: z.string().max(DESCRIPTION_MAX_CHARACTERS),
  visibility: z.enum(ALBUM_VISIBILITIES).openapi({
    description:
      '`link` shows the album, with its private images, to those who have its link; `public` lets search engines list it, too',
  }),
  order: z.enum(ALBUM_ORDERS).openapi({
    description: '`manual` begins as the order of date that the album has',
  }),
  expires_at: futureTime('From then on the link is refused (4041); null for no end'),
} as const;

export const ImageId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const AlbumChoice = z
  .object({ image_ids: z.array(ImageId).min(1).max(ALBUM_IMAGES_PER_CALL) })
  .openapi('AlbumChoice', { example: { image_ids: [1] } });

export const AlbumItem = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    visibility: z.enum(ALBUM_VISIBILITIES),
    order: z.enum(ALBUM_ORDERS),
    url: z
      .string()
      .nullable()
      .openapi({ description: 'The page of the album; null while it is private' }),
    expires_at: z.iso.datetime().nullable(),
    image_count: z.int(),
    cover: z
      .object({
        image_id: z.int(),
        is_chosen: z.boolean().openapi({ description: 'Otherwise it is the first image' }),
        width: z.int(),
        height: z.int(),
        thumb_hash: z.string().nullable(),
      })
      .nullable()
      .openapi({ description: 'Null of an empty album' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Album');

/** `origin` of the service. */
export function toAlbumItem(album: Album, origin: string): z.infer<typeof AlbumItem> {
  const { link, expiresAt, cover } = album;
  return {
    id: album.id,
    title: album.title,
    description: album.description,
    visibility: album.visibility,
    order: album.order,
    url: link === null ? null : origin + ALBUM_ROOT + link,
    expires_at: expiresAt === null ? null : toTimestamp(expiresAt),
    image_count: album.imageCount,
    cover:
      cover === null
        ? null
        : {
            image_id: cover.imageId,
            is_chosen: cover.isChosen,
            width: cover.width,
            height: cover.height,
            thumb_hash: cover.thumbHash,
          },
    created_at: toTimestamp(album.createdAt),
    updated_at: toTimestamp(album.updatedAt),
  };
}

export function showAlbum(c: AppContext, album: Album): z.infer<typeof AlbumItem> {
  return toAlbumItem(album, ownOrigin(c.req.raw, c.env.services.config));
}
