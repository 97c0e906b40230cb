/**
 * A library's archive: ZIP volumes of at most 500 stored files with an index, streamed as they are read.
 *
 * - One object is open and one chunk in memory at a time. Each image is one bucket operation.
 * - Files are stored uncompressed. Sizes and checksums follow each file (APPNOTE 4.3.9), so nothing is read twice.
 * - A reader who stops reading, or who has several while another has none, loses its place (`ArchivePlaces`).
 * - The index comes last, because it lists the files that were really there. Before it, the last volume lists the albums.
 */

import { makeZip } from 'client-zip';
import { DOWNLOAD_ALLOWANCE_ERRORS, takeArchiveVolume } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import type { Album } from '../albums/album.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { ListedImage } from '../images/listed-image.ts';
import type { Services } from '../services.ts';
import { listAllAlbums, type AlbumPlace } from './archive-albums.ts';
import { endUnread } from './end-unread.ts';
import { nameEntry } from './entry-name.ts';
import { LIST_VOLUME_ERRORS, listVolume, type Volume } from './list-volume.ts';
import { endQuietly, packFile, type Entry } from './pack-file.ts';

type ArchiveServices = Pick<
  Services,
  'archivePlaces' | 'clock' | 'db' | 'keys' | 'log' | 'objects'
>;

export interface ArchiveRequest {
  readonly cursor: string;
  readonly writeIndex: (index: ArchiveIndex) => string;
  readonly writeAlbums: (albums: readonly Album[]) => string;
}

export interface ArchiveIndex {
  readonly username: string;
  readonly volume: number;
  readonly isLast: boolean;
  readonly createdAt: number;
  readonly images: readonly ArchivedImage[];
}

export interface ArchivedImage {
  readonly image: ListedImage;
  /** Path in the archive and bytes; null without a stored file. */
  readonly file: { readonly path: string; readonly size: number } | null;
  readonly places: readonly AlbumPlace[];
}

export interface OpenedArchive {
  readonly filename: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly nextCursor: string;
}

export const OPEN_ARCHIVE_ERRORS = [
  ...LIST_VOLUME_ERRORS,
  ...DOWNLOAD_ALLOWANCE_ERRORS,
  'too_many_archives',
] as const satisfies readonly ErrorName[];

/** During the deletion lock a volume counts against the account's allowance. */
export async function openArchive(
  services: ArchiveServices,
  actor: Actor,
  { cursor, ...write }: ArchiveRequest,
): Promise<OpenedArchive> {
  const place = services.archivePlaces.take(actor.userId);
  if (place === null) throw new DomainError('too_many_archives');
  try {
    const volume = await listVolume(services, actor, cursor);
    if (actor.status === 'pending_deletion') await takeArchiveVolume(services, actor.userId);
    const zip = makeZip(endQuietly(packVolume(services, actor, volume, write)));
    return {
      filename: `tintype-${actor.username}-${String(volume.number)}.zip`,
      body: endUnread(zip, place),
      nextCursor: volume.nextCursor,
    };
  } catch (error) {
    place.release();
    throw error;
  }
}

async function* packVolume(
  services: ArchiveServices,
  actor: Actor,
  volume: Volume,
  { writeIndex, writeAlbums }: Omit<ArchiveRequest, 'cursor'>,
): AsyncGenerator<Entry> {
  const { clock, log, objects } = services;
  const { username } = actor;
  const images: ArchivedImage[] = [];
  for (const image of volume.images) {
    const file = volume.files.get(image.imageFileId);
    const places = volume.places.get(image.id) ?? [];
    const object = file === undefined ? null : await objects.open(file.objectKey);
    if (file === undefined || object === null) {
      images.push({ image, file: null, places });
      if (file !== undefined) {
        log.error('object_missing', { image_id: image.id, key: file.objectKey });
      }
      continue;
    }
    const path = nameEntry(image.id, image.filename, file.mimeType);
    images.push({ image, file: { path, size: object.size }, places });
    yield* packFile(object, path, image.createdAt);
  }
  const createdAt = clock.now();
  const isLast = volume.nextCursor === '';
  const albums = isLast ? await listAllAlbums(services, actor) : [];
  if (albums.length > 0) {
    yield { name: 'albums.json', lastModified: createdAt, input: writeAlbums(albums) };
  }
  const input = writeIndex({ username, volume: volume.number, isLast, createdAt, images });
  yield { name: 'index.json', lastModified: createdAt, input };
}
