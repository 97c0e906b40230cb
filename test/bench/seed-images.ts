import type { Miniflare } from 'miniflare';
import { newUniqueLink } from '../../src/shared/ids.ts';
import { sha256Hex } from '../../src/shared/bytes.ts';
import type { Size } from '../../src/shared/pixels.ts';
import { originalKey, variantKey } from '../../src/worker/storage/keys.ts';

export interface SeededFile extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
}

const FOLDER = 'images';
const QUOTA_BYTES = 2 ** 40;
const BATCH = 20;

/**
 * Rows and objects of published public images, one a file, as an earlier version might have taken them: originals of
 * pipeline 1, or `publish` of pipeline 2. Returns their links. Needs an empty database.
 */
export async function seedImages(
  runtime: Miniflare,
  pipeline: 1 | 2,
  files: readonly SeededFile[],
): Promise<string[]> {
  const [database, bucket] = await Promise.all([
    runtime.getD1Database('DB'),
    runtime.getR2Bucket('BUCKET'),
  ]);
  const run = (text: string, values: readonly (string | number)[]) =>
    database.prepare(text).bind(...values);
  await run(
    `INSERT OR IGNORE INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
     VALUES (1, 'ada', 'ada@example.com', '', ?, 0, 0)`,
    [QUOTA_BYTES],
  ).run();
  const seed = async (chunk: readonly SeededFile[]): Promise<string[]> => {
    const links: string[] = [];
    const rows: ReturnType<typeof run>[] = [];
    for (const { bytes, mimeType, width, height } of chunk) {
      const link = newUniqueLink();
      const [kind, key] =
        pipeline === 1
          ? ['original', originalKey(FOLDER, link)]
          : ['publish', variantKey(FOLDER, link, 'publish')];
      const [size, sha256] = [bytes.byteLength, await sha256Hex(bytes)];
      await bucket.put(key, bytes, { sha256, httpMetadata: { contentType: mimeType } });
      links.push(link);
      rows.push(
        run('INSERT INTO image_files (size, created_at) VALUES (?, 0)', [size]),
        run(
          `INSERT INTO images (user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
             processing_status, width, height, file_size, published_at, created_at, updated_at)
           VALUES (1, last_insert_rowid(), ?, '', 'bench', 'public', ?, 'completed', ?, ?, ?, 0, 0, 0)`,
          [link, pipeline, width, height, size],
        ),
        run(
          `INSERT INTO image_variants
             (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
           VALUES ((SELECT image_file_id FROM images WHERE unique_link = ?), ?, ?, ?, ?, ?, ?, ?, 0)`,
          [link, kind, key, mimeType, size, sha256, width, height],
        ),
      );
    }
    await database.batch(rows);
    return links;
  };
  const links: string[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    links.push(...(await seed(files.slice(at, at + BATCH))));
  }
  return links;
}
