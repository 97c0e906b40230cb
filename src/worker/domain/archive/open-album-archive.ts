/**
 * The published images of a shared album as a ZIP, or as several of 1,000.
 *
 * - The ids of a ZIP are read first: each is in it once, in the order of its beginning, whatever is moved meanwhile.
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
import {
  countVolumes,
  LIST_ALBUM_VOLUME_ERRORS,
  listAlbumVolume,
  type AlbumVolumeRequest,
} from './list-album-volume.ts';
import { endQuietly, packFile, type Entry } from './pack-file.ts';

type AlbumArchiveServices = SharedServices &
  Pick<Services, 'archivePlaces' | 'keys' | 'log' | 'objects'>;

export const OPEN_ALBUM_ARCHIVE_ERRORS = [
  ...LIST_ALBUM_VOLUME_ERRORS,
  'too_many_archives',
] as const satisfies readonly ErrorName[];

/** Between two questions to the album. */
const IMAGES_PER_CHUNK = 20;

export interface AlbumArchive {
  readonly body: ReadableStream<Uint8Array>;
  /** Of the header Content-Disposition. */
  readonly disposition: string;
  readonly nextCursor: string;
}

export async function openAlbumArchive(
  services: AlbumArchiveServices,
  visitor: AlbumVisitor,
  request: AlbumVolumeRequest,
): Promise<AlbumArchive> {
  const { album, imageIds, nextCursor } = await listAlbumVolume(services, visitor, request);
  const place = services.archivePlaces.take(-album.userId);
  if (place === null) throw new DomainError('too_many_archives');
  const zip = makeZip(endQuietly(packAlbum(services, visitor.link, imageIds)));
  const name = album.title.toWellFormed() + (countVolumes(album) > 1 ? `-${request.volume}` : '');
  return { body: endUnread(zip, place), disposition: create(`${name}.zip`), nextCursor };
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
