import { and, desc, eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { images, type ImageRow } from '../../db/schema/images.ts';
import { prepareAll, type Params, type Statement } from '../../db/statement.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { CursorScope } from '../images/list-cursor.ts';
import type { Services } from '../services.ts';
import { imageTitle } from '../texts/stored-texts.ts';
import {
  cutPage,
  prepareAlbumPages,
  READ_START_ERRORS,
  readStart,
  requireSameOrder,
  type Ordered,
} from './album-range.ts';
import {
  findUnderLink,
  isShared,
  selectShared,
  SHARED_ALBUM_ERRORS,
  type AlbumVisit,
  type AlbumVisitor,
  type SharedAlbum,
  type SharedServices,
} from './shared-album.ts';

/** Of a page. */
const SHARED_PAGE_IMAGES = 200;
const FEED_IMAGES = 50;

export type SharedImage = Pick<
  ImageRow,
  | 'id'
  | 'uniqueLink'
  | 'visibility'
  | 'pipelineVersion'
  | 'processingStatus'
  | 'title'
  | 'altText'
  | 'width'
  | 'height'
  | 'thumbHash'
>;

export interface AlbumPage {
  readonly album: SharedAlbum;
  /** Published ones: a page may be short, and still go on. */
  readonly images: readonly SharedImage[];
  readonly nextCursor: string;
}

export const OPEN_ALBUM_PAGE_ERRORS = [
  ...SHARED_ALBUM_ERRORS,
  ...READ_START_ERRORS,
] as const satisfies readonly ErrorName[];

export async function openAlbumPage(
  services: RangeServices,
  visitor: AlbumVisitor,
  cursor: string,
): Promise<AlbumPage> {
  const range = { cursor, skipped: 0, limit: SHARED_PAGE_IMAGES };
  const { page, ...shown } = await openAlbumRange(services, visitor, range, selectPages);
  return { ...shown, images: page.filter(isPublished) };
}

export interface AlbumRange {
  /** Of a page, or of a ZIP: both go on in the same order. */
  readonly cursor: string;
  /** Behind the cursor. */
  readonly skipped: number;
  readonly limit: number;
}

type RangeServices = SharedServices & Pick<Services, 'keys'>;

/** One round trip. */
export async function openAlbumRange<Row extends Ordered>(
  services: RangeServices,
  { link, address }: AlbumVisitor,
  { cursor, skipped, limit }: AlbumRange,
  select: (...page: Parameters<typeof selectPages>) => Statement<Row[]>[],
) {
  const { clock, db, keys } = services;
  const scope: CursorScope = ['shared-album', link];
  const start = await readStart(keys, scope, cursor);
  const visit = { link, now: clock.now() };
  const { album, rows } = await findUnderLink(services, address, async () => {
    const found = await db.batch({
      album: selectShared(visit),
      pages: select(visit, start, limit + 1, skipped),
    });
    return found.album === null ? null : { album: found.album, rows: found.pages.flat() };
  });
  requireSameOrder(start, album.imageOrder);
  return { album, ...(await cutPage(keys, scope, album.imageOrder, { rows, limit })) };
}

export type FeedImage = SharedImage & { readonly description: string; readonly addedAt: number };

export interface AlbumFeed {
  readonly album: SharedAlbum;
  readonly images: readonly FeedImage[];
}

export const OPEN_ALBUM_FEED_ERRORS = SHARED_ALBUM_ERRORS;

/** The newest uploads of a public album. @throws {DomainError} album_not_found of others */
export async function openAlbumFeed(
  services: SharedServices,
  { link, address }: AlbumVisitor,
): Promise<AlbumFeed> {
  const { clock, db } = services;
  const visit = { link, now: clock.now() };
  const { album, newest } = await findUnderLink(services, address, async () => {
    const found = await db.batch({ album: selectShared(visit), newest: selectNewest(visit) });
    return found.album === null ? null : { album: found.album, newest: found.newest };
  });
  if (album.visibility !== 'public') throw new DomainError('album_not_found');
  return { album, images: newest.filter(isPublished) };
}

function isPublished({ processingStatus }: SharedImage): boolean {
  return processingStatus === 'completed';
}

const SHARED_FIELDS = {
  id: images.id,
  uniqueLink: images.uniqueLink,
  visibility: images.visibility,
  pipelineVersion: images.pipelineVersion,
  processingStatus: images.processingStatus,
  title: imageTitle,
  altText: images.altText,
  width: images.width,
  height: images.height,
  thumbHash: images.thumbHash,
};

const selectPages = prepareAlbumPages<AlbumVisit, SharedImage>(SHARED_FIELDS, isShared);

const selectNewest = prepareAll((p: Params<AlbumVisit>) =>
  query
    .select({
      ...SHARED_FIELDS,
      description: images.description,
      addedAt: albumImages.addedAt,
    })
    .from(albums)
    .innerJoin(albumImages, eq(albumImages.albumId, albums.id))
    .innerJoin(images, eq(images.id, albumImages.imageId))
    .where(and(isShared(p), eq(albums.visibility, 'public')))
    .orderBy(desc(albumImages.imageId))
    .limit(FEED_IMAGES),
);
