import { readPacked } from '../../src/worker/domain/variants/stored-variants.ts';

/** Precedes a SELECT: `image_variants` has the packed variants, too. Its first parameter is from `readAllVariants`. */
export const WITH_ALL_VARIANTS = `WITH image_variants AS MATERIALIZED (SELECT value ->> 'fileId' AS image_file_id,
  value ->> 'kind' AS kind, value ->> 'objectKey' AS object_key, value ->> 'mimeType' AS mime_type,
  value ->> 'size' AS size, value ->> 'sha256' AS sha256,
  value ->> 'width' AS width, value ->> 'height' AS height FROM json_each(?)) `;

const FIELDS = [
  'fileId',
  'kind',
  'objectKey',
  'mimeType',
  'size',
  'sha256',
  'width',
  'height',
  'createdAt',
];

/** The variants of all images, of both forms, as JSON, in the order of their keys. */
export const readAllVariants = async (db: D1Database): Promise<string> => {
  const [rows, files] = await db.batch<Record<string, unknown>>([
    db.prepare(
      `SELECT image_file_id AS fileId, kind, object_key AS objectKey, mime_type AS mimeType, size, sha256, width, height,
         created_at AS createdAt
       FROM image_variants`,
    ),
    db.prepare(
      `SELECT f.id, i.unique_link AS link, f.storage_path AS path, f.created_at AS at, hex(f.variants) AS packed
       FROM image_files f JOIN (SELECT image_file_id, unique_link FROM images
         UNION ALL SELECT image_file_id, unique_link FROM trashed_images) i ON i.image_file_id = f.id WHERE f.variants IS NOT NULL`,
    ),
  ]);
  const packed = (files?.results ?? []).flatMap(({ id, ...file }) =>
    readPacked(file as unknown as Parameters<typeof readPacked>[0]).map((variant) => ({
      fileId: id,
      ...variant,
    })),
  );
  return JSON.stringify(
    [...(rows?.results ?? []), ...packed]
      .map((variant: Record<string, unknown>) =>
        Object.fromEntries(FIELDS.map((name) => [name, variant[name]])),
      )
      .toSorted((a, b) => (String(a['objectKey']) < String(b['objectKey']) ? -1 : 1)),
  );
};

/** As the version before packed variants has stored them; of the files with these ids, or of all. */
export const unpackStored = async (db: D1Database, fileIds?: readonly number[]): Promise<void> => {
  const wanted = fileIds === undefined ? 'SELECT id FROM image_files' : fileIds.join();
  await db.batch([
    db
      .prepare(
        `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
         SELECT value ->> 'fileId', value ->> 'kind', value ->> 'objectKey', value ->> 'mimeType', value ->> 'size',
           value ->> 'sha256', value ->> 'width', value ->> 'height', value ->> 'createdAt' FROM json_each(?)
         WHERE value ->> 'fileId' IN (${wanted}) AND true
         ON CONFLICT DO NOTHING`,
      )
      .bind(await readAllVariants(db)),
    db.prepare(
      `UPDATE image_files SET variants = NULL, storage_path = NULL WHERE id IN (${wanted})`,
    ),
  ]);
};
