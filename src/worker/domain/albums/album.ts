import { eq, sql } from 'drizzle-orm';
import { jsonRows } from '../../db/query.ts';
import { albums, type AlbumVisibility } from '../../db/schema/albums.ts';
import { images } from '../../db/schema/images.ts';
import { firstImageId, toAlbumOrder, type AlbumOrder } from './album-order.ts';

export { ALBUM_VISIBILITIES, type AlbumVisibility } from '../../db/schema/albums.ts';

/** As its owner sees it. */
export interface Album {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly visibility: AlbumVisibility;
  readonly order: AlbumOrder;
  /** Null of a private album. */
  readonly link: string | null;
  /** Of the link; null for no end. */
  readonly expiresAt: number | null;
  readonly imageCount: number;
  /** Null of an empty album. */
  readonly cover: AlbumCover | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface AlbumCover {
  readonly imageId: number;
  /** By the owner; else it is the first image. */
  readonly isChosen: boolean;
  readonly width: number;
  readonly height: number;
  readonly thumbHash: string | null;
}

const { id: imageId, width, height, thumbHash } = images;

const cover = jsonRows(
  images,
  { imageId, width, height, thumbHash },
  sql`WHERE ${eq(images.id, sql`coalesce(${albums.coverImageId}, ${firstImageId()})`)}`,
);

/** Of a query over `albums`, without another table. */
export const ALBUM_FIELDS = {
  id: albums.id,
  title: albums.title,
  description: albums.description,
  visibility: albums.visibility,
  imageOrder: albums.imageOrder,
  link: albums.link,
  expiresAt: albums.expiresAt,
  coverImageId: albums.coverImageId,
  imageCount: albums.imageCount,
  createdAt: albums.createdAt,
  updatedAt: albums.updatedAt,
  cover,
};

type Selected = Pick<typeof albums.$inferSelect, Exclude<keyof typeof ALBUM_FIELDS, 'cover'>> & {
  readonly cover: readonly Omit<AlbumCover, 'isChosen'>[];
};

export function toAlbum({ imageOrder, coverImageId, cover: covers, ...album }: Selected): Album {
  const [shown] = covers;
  const isChosen = coverImageId !== null;
  return {
    ...album,
    order: toAlbumOrder(imageOrder),
    cover: shown === undefined ? null : { ...shown, isChosen },
  };
}
