/**
 * The archive of a library: ZIP volumes of at most 500 stored files with an index, streamed as they are read.
 *
 * - One object is open at a time, and no more of it is in memory than the chunk on its way: a volume costs the same
 *   however large its images are. It takes one bucket operation per image, far below what a request may do.
 * - Nothing is compressed: the files are. Sizes and checksums follow each file (APPNOTE 4.3.9), so nothing is read
 *   twice.
 * - The index comes last, because it says which files were really there.
 */

import { makeZip } from 'client-zip';
import { DOWNLOAD_ALLOWANCE_ERRORS, takeArchiveVolume } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import type { ErrorName } from '../errors.ts';
import type { ListedImage } from '../images/listed-image.ts';
import type { Services } from '../services.ts';
import { nameEntry } from './entry-name.ts';
import { LIST_VOLUME_ERRORS, listVolume, type Volume } from './list-volume.ts';

type ArchiveServices = Pick<Services, 'clock' | 'db' | 'keys' | 'log' | 'objects'>;

export interface ArchiveRequest {
  /** '' for the first volume. */
  readonly cursor: string;
  /** Writes the index, which goes into the archive as text. */
  readonly writeIndex: (index: ArchiveIndex) => string;
}

/** What a volume holds. */
export interface ArchiveIndex {
  readonly username: string;
  /** From 1. */
  readonly volume: number;
  readonly isLast: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly images: readonly ArchivedImage[];
}

export interface ArchivedImage {
  readonly image: ListedImage;
  /** Its path in the archive and its bytes; null when there is no stored file to be had. */
  readonly file: { readonly path: string; readonly size: number } | null;
}

export interface OpenedArchive {
  readonly filename: string;
  readonly body: ReadableStream<Uint8Array>;
  /** '' after the last volume. */
  readonly nextCursor: string;
}

interface Entry {
  readonly name: string;
  readonly lastModified: number;
  readonly input: string | AsyncIterable<Uint8Array>;
}

/** Small chunks cost more in crossings between the runtime and JavaScript than the bytes themselves. */
const CHUNK_BYTES = 65_536;

export const OPEN_ARCHIVE_ERRORS = [
  ...LIST_VOLUME_ERRORS,
  ...DOWNLOAD_ALLOWANCE_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Opens one volume of the actor's archive. During the deletion lock it is taken from the account's allowance first.
 */
export async function openArchive(
  services: ArchiveServices,
  actor: Actor,
  { cursor, writeIndex }: ArchiveRequest,
): Promise<OpenedArchive> {
  const volume = await listVolume(services, actor, cursor);
  if (actor.status === 'pending_deletion') await takeArchiveVolume(services, actor.userId);
  return {
    filename: `tintype-${actor.username}-${String(volume.number)}.zip`,
    body: makeZip(endQuietly(packVolume(services, actor, volume, writeIndex))),
    nextCursor: volume.nextCursor,
  };
}

/** A reader who goes away ends the volume; the ZIP writer would throw that into it as a failure. */
function endQuietly(entries: AsyncGenerator<Entry>): AsyncIterable<Entry> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => entries.next(),
      throw: () => entries.return(undefined),
    }),
  };
}

async function* packVolume(
  { clock, log, objects }: ArchiveServices,
  { username }: Actor,
  volume: Volume,
  writeIndex: ArchiveRequest['writeIndex'],
): AsyncGenerator<Entry> {
  const images: ArchivedImage[] = [];
  for (const image of volume.images) {
    const file = volume.files.get(image.imageFileId);
    const object = file === undefined ? null : await objects.open(file.objectKey);
    if (file === undefined || object === null) {
      images.push({ image, file: null });
      if (file !== undefined) {
        log.error('object_missing', { image_id: image.id, key: file.objectKey });
      }
      continue;
    }
    const path = nameEntry(image.id, image.filename, file.mimeType);
    images.push({ image, file: { path, size: object.size } });
    yield* packFile(object, path, image.createdAt);
  }
  const createdAt = clock.now();
  const isLast = volume.nextCursor === '';
  const input = writeIndex({ username, volume: volume.number, isLast, createdAt, images });
  yield { name: 'index.json', lastModified: createdAt, input };
}

/** The file as one entry; lets go of the object also when nobody reads it to its end. */
async function* packFile(
  object: R2ObjectBody,
  name: string,
  lastModified: number,
): AsyncGenerator<Entry> {
  const reader = object.body.getReader({ mode: 'byob' });
  try {
    yield { name, lastModified, input: readChunks(reader) };
  } finally {
    await reader.cancel();
  }
}

async function* readChunks(reader: ReadableStreamBYOBReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { value } = await reader.readAtLeast(CHUNK_BYTES, new Uint8Array(CHUNK_BYTES));
    if (value === undefined || value.byteLength === 0) return;
    yield value;
  }
}
