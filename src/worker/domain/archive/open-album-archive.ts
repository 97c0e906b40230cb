/**
 * The published images of one page of a shared album as a ZIP.
 *
 * - The album is asked again for every few images: those that have left it are left out, and a link that was withdrawn
 *   breaks the download off.
 * - Visitors have places of their own, apart from those of the owner's archives.
 */

import { makeZip } from 'client-zip';
import { create } from 'content-disposition';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { MASTER_KIND } from '../../../shared/variants.ts';
import { jsonValues, query } from '../../db/query.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { OPEN_ALBUM_PAGE_ERRORS, openAlbumPage } from '../albums/open-album-page.ts';
import {
  isShared,
  selectShared,
  type AlbumVisit,
  type AlbumVisitor,
  type SharedServices,
} from '../albums/shared-album.ts';
import { chooseShown } from '../delivery/find-share.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { checkedVariants, MALFORMED } from '../variants/stored-variants.ts';
import { endUnread } from './end-unread.ts';
import { nameFile } from './entry-name.ts';
import { endQuietly, packFile, type Entry } from './pack-file.ts';

type AlbumArchiveServices = SharedServices &
  Pick<Services, 'archivePlaces' | 'keys' | 'log' | 'objects'>;

export const OPEN_ALBUM_ARCHIVE_ERRORS = [
  ...OPEN_ALBUM_PAGE_ERRORS,
  'too_many_archives',
] as const satisfies readonly ErrorName[];

/** Between two questions to the album. */
const IMAGES_PER_CHUNK = 20;

export interface AlbumArchive {
  readonly body: ReadableStream<Uint8Array>;
  /** Of the header Content-Disposition. */
  readonly disposition: string;
}

/** @param cursor of the page. */
export async function openAlbumArchive(
  services: AlbumArchiveServices,
  visitor: AlbumVisitor,
  cursor: string,
): Promise<AlbumArchive> {
  const page = await openAlbumPage(services, visitor, cursor);
  const { album } = page;
  const place = services.archivePlaces.take(-album.userId);
  if (place === null) throw new DomainError('too_many_archives');
  const ids = page.images.map(({ id }) => id);
  const zip = makeZip(endQuietly(packAlbum(services, visitor.link, ids)));
  const disposition = create(`${album.title.toWellFormed()}.zip`);
  return { body: endUnread(zip, place), disposition };
}

async function* packAlbum(
  { clock, db, log, objects }: AlbumArchiveServices,
  link: string,
  ids: readonly number[],
): AsyncGenerator<Entry> {
  for (let start = 0; start < ids.length; start += IMAGES_PER_CHUNK) {
    const imageIds = ids.slice(start, start + IMAGES_PER_CHUNK);
    const visit = { link, now: clock.now() };
    const { album, found } = await db.batch({
      album: selectShared(visit),
      found: selectFiles({ ...visit, imageIds }),
    });
    if (album === null) throw new DomainError('album_not_found');
    const byId = new Map(found.map((image) => [image.id, image]));
    for (const id of imageIds) {
      const image = byId.get(id);
      if (image === undefined || image.variants === MALFORMED) continue;
      const file = chooseFile(image.variants, album.sharesFullSize);
      if (file === undefined) continue;
      const object = await objects.open(file.objectKey);
      if (object === null) log.error('object_missing', { image_id: id, key: file.objectKey });
      else yield* packFile(object, nameFile(id, image.filename, file.mimeType), image.createdAt);
    }
  }
}

function chooseFile(variants: Parameters<typeof chooseShown>[0], sharesFullSize: boolean) {
  const master = variants.find(({ kind }) => kind === MASTER_KIND);
  return sharesFullSize && master !== undefined ? master : chooseShown(variants);
}

const selectFiles = prepareAll((p: Params<AlbumVisit & { imageIds: readonly number[] }>) => {
  const members = query
    .select({ id: albumImages.imageId })
    .from(albumImages)
    .innerJoin(albums, eq(albums.id, albumImages.albumId))
    .where(and(isShared(p), inArray(albumImages.imageId, jsonValues(p.imageIds))));
  return query
    .select({
      id: images.id,
      filename: images.filename,
      createdAt: images.createdAt,
      variants: checkedVariants(),
    })
    .from(images)
    .where(and(sql`${images.id} IN (${members})`, eq(images.processingStatus, 'completed')));
});
