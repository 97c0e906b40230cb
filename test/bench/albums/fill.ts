import type { DatabaseSync } from 'node:sqlite';
import { readMigrations } from '../../../scripts/support/migrations.ts';
import { POSITIONS_PER_MS } from '../../../src/worker/domain/albums/album-order.ts';
import { libraryStatements } from '../../support/library.ts';

/** A person with a library, of which all but `SPARE_IMAGES` are in albums of an equal number of images. */
export interface Shelf {
  readonly userId: number;
  readonly albums: number;
  readonly imagesPerAlbum: number;
}

export interface FilledShelf extends Shelf {
  readonly firstAlbumId: number;
  readonly firstImageId: number;
}

/** Images of each library that are in no album: its last ones. */
export const SPARE_IMAGES = 1000;
const IMAGES_PER_STATEMENT = 50_000;

/** A public album in the order of its owner's hand has a link of its id. */
export function linkOfAlbum(id: number): string {
  return String(id).padStart(22, '0');
}

/** Fills an empty database. */
export function fillShelves(file: DatabaseSync, shelves: readonly Shelf[]): FilledShelf[] {
  file.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF');
  for (const { sql } of readMigrations()) file.exec(sql);
  let [firstAlbumId, firstImageId] = [1, 1];
  const filled: FilledShelf[] = [];
  for (const shelf of shelves) {
    filled.push({ ...shelf, firstAlbumId, firstImageId });
    fillShelf(file, { ...shelf, firstAlbumId, firstImageId });
    firstAlbumId += shelf.albums;
    firstImageId += shelf.albums * shelf.imagesPerAlbum + SPARE_IMAGES;
  }
  file.exec('PRAGMA journal_mode = WAL');
  return filled;
}

function fillShelf(file: DatabaseSync, shelf: FilledShelf): void {
  const { userId, albums, imagesPerAlbum, firstAlbumId, firstImageId } = shelf;
  const members = albums * imagesPerAlbum;
  const images = members + SPARE_IMAGES;
  file.exec(`INSERT INTO users (id, username, email, password_hash, storage_quota, album_count, image_count, created_at, updated_at)
    VALUES (${userId}, 'user${userId}', 'user${userId}@example.com', '', 1 << 60, ${albums}, ${images}, 0, 0)`);
  for (let from = 0; from < images; from += IMAGES_PER_STATEMENT) {
    const count = Math.min(IMAGES_PER_STATEMENT, images - from);
    const library = { userId, count, from: firstImageId + from };
    // Without the first, which has the library indexed for searches.
    for (const { text } of libraryStatements(library).slice(1)) file.exec(text);
  }
  file.exec(`WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${albums - 1})
    INSERT INTO albums (id, user_id, title, description, visibility, image_order, link, image_count, request_key, created_at, updated_at)
    SELECT ${firstAlbumId} + n, ${userId}, printf('Journey %05d', n), '', 'public', 'manual',
      printf('%022d', ${firstAlbumId} + n), ${imagesPerAlbum}, 'key' || n, n, n FROM numbers`);
  file.exec(`INSERT INTO album_images (album_id, image_id, position, dated_at, added_at)
    SELECT ${firstAlbumId} + (id - ${firstImageId}) / ${imagesPerAlbum}, id, dated_at * ${POSITIONS_PER_MS}, dated_at, 0
    FROM images WHERE id BETWEEN ${firstImageId} AND ${firstImageId + members - 1}`);
}
