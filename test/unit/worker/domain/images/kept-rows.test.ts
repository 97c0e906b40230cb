import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import { images } from '../../../../../src/worker/db/schema/images.ts';
import { KEPT_TABLES } from '../../../../../src/worker/domain/images/kept-rows.ts';

/** Without a default, since before there was a trash: each row in it has them. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  images: [
    'id',
    'user_id',
    'image_file_id',
    'unique_link',
    'title',
    'filename',
    'visibility',
    'pipeline_version',
    'processing_status',
    'width',
    'height',
    'file_size',
    'created_at',
    'updated_at',
  ],
  image_tokens: [
    'id',
    'image_id',
    'token_hash',
    'ciphertext',
    'key_id',
    'created_at',
    'expires_at',
  ],
  publication_jobs: [
    'id',
    'image_id',
    'upload_id',
    'status',
    'run_after',
    'created_at',
    'updated_at',
  ],
  album_images: ['album_id', 'image_id', 'position', 'dated_at', 'added_at'],
  share_links: ['id', 'image_id', 'token_hash', 'ciphertext', 'key_id', 'created_at'],
};

it('a column that a later version adds to an image in the trash has a default or may be null', () => {
  for (const table of [images, ...Object.values(KEPT_TABLES)] as const) {
    const required = Object.values<SQLiteColumn>(getTableColumns<SQLiteTable>(table))
      .filter(
        ({ notNull, default: initial, generated }) =>
          notNull && initial === undefined && generated === undefined,
      )
      .map(({ name }) => name);
    expect(required).toEqual(FIRST[getTableName(table)]);
  }
});
