import { randomBytes } from 'node:crypto';
import type { Miniflare } from 'miniflare';

import { sha256Hex } from '../../../src/lib/bytes.ts';
import { newUniqueLink } from '../../../src/lib/ids.ts';
import { variantKey } from '../../../src/storage/keys.ts';

export const IMAGE_BYTES = 31 * 1024;
const PUTS_AT_ONCE = 16;

interface Seeded {
  readonly link: string;
  readonly key: string;
  readonly sha256: string;
}

/** Published public images of 31 KB, by an owner of their own; gives their paths. */
export const seedGallery = async (runtime: Miniflare, count: number): Promise<string[]> => {
  const images = await putObjects(runtime, count);
  await insertRows(runtime, images);
  return images.map(({ link }) => `/i/${link}.webp`);
};

const putObjects = async (runtime: Miniflare, count: number): Promise<Seeded[]> => {
  const bucket = await runtime.getR2Bucket('BUCKET');
  const links = Array.from({ length: count }, newUniqueLink);
  const images: Seeded[] = [];
  const putSome = async (): Promise<void> => {
    for (let link = links.pop(); link !== undefined; link = links.pop()) {
      const key = variantKey('images', link, 'publish');
      const bytes = new Uint8Array(randomBytes(IMAGE_BYTES));
      const sha256 = await sha256Hex(bytes);
      await bucket.put(key, bytes, { sha256 });
      images.push({ link, key, sha256 });
    }
  };
  await Promise.all(Array.from({ length: PUTS_AT_ONCE }, putSome));
  return images;
};

const insertRows = async (runtime: Miniflare, images: readonly Seeded[]): Promise<void> => {
  const database = await runtime.getD1Database('DB');
  const seeded = JSON.stringify(images);
  const size = String(IMAGE_BYTES);
  const statements = [
    `INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
     VALUES (1, 'ada', 'ada@example.com', '', 1000000000, 0, 0)`,
    `INSERT INTO image_files (id, size, created_at) SELECT key + 1, ${size}, 0 FROM json_each(?1)`,
    `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
       processing_status, width, height, file_size, published_at, created_at, updated_at)
     SELECT key + 1, 1, key + 1, value ->> 'link', '', 'bench.jpg', 'public', 2, 'completed', 1, 1, ${size}, 0, 0, 0
     FROM json_each(?1)`,
    `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
     SELECT key + 1, 'publish', value ->> 'key', 'image/webp', ${size}, value ->> 'sha256', 1, 1, 0
     FROM json_each(?1)`,
  ];
  await database.batch(
    statements.map((sql) => {
      const statement = database.prepare(sql);
      return sql.includes('?1') ? statement.bind(seeded) : statement;
    }),
  );
};
