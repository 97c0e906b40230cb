import type { Miniflare, V4WorkerOptions } from 'miniflare';

import { newUniqueLink } from '../../../src/shared/ids.ts';
import { variantKey } from '../../../src/worker/storage/keys.ts';
import { migrate, startWorker } from '../start-tintype.ts';

const IMAGE_BYTES = 31 * 1024;

/** Puts objects from inside the runtime: through its external API each would take twice as long. */
const SEEDER = `const AT_ONCE = 16;
export default {
  async fetch(request, { BUCKET }) {
    const keys = await request.json();
    const digests = [];
    let next = 0;
    const putSome = async () => {
      while (next < keys.length) {
        const index = next++;
        const bytes = crypto.getRandomValues(new Uint8Array(${String(IMAGE_BYTES)}));
        const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
        await BUCKET.put(keys[index], bytes, { sha256 });
        digests[index] = sha256;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, putSome));
    return Response.json(digests);
  },
};`;

interface Seeded {
  readonly link: string;
  readonly key: string;
  readonly sha256: string;
}

/** Seeds a state folder with published public images of 31 KB; returns their paths. */
export const seedGallery = async (
  tintype: V4WorkerOptions,
  stateFolder: string,
  count: number,
): Promise<string[]> => {
  const { d1Databases = {}, r2Buckets = {} } = tintype;
  const seeder = { name: 'seeder', modules: true, script: SEEDER, d1Databases, r2Buckets };
  await using worker = await startWorker(
    { ...seeder, compatibilityDate: '2026-10-01' },
    { stateFolder },
  );
  const images = await putObjects(worker.url, count);
  await migrate(worker.runtime);
  await insertRows(worker.runtime, images);
  return images.map(({ link }) => `/i/${link}.webp`);
};

const putObjects = async (seeder: URL, count: number): Promise<Seeded[]> => {
  const links = Array.from({ length: count }, newUniqueLink);
  const keys = links.map((link) => variantKey('images', link, 'publish'));
  const response = await fetch(seeder, { method: 'POST', body: JSON.stringify(keys) });
  const digests = (await response.json()) as string[];
  return links.map((link, index) => ({
    link,
    key: keys[index] ?? '',
    sha256: digests[index] ?? '',
  }));
};

const insertRows = async (runtime: Miniflare, images: readonly Seeded[]): Promise<void> => {
  const database = await runtime.getD1Database('DB');
  const seeded = JSON.stringify(images);
  const size = String(IMAGE_BYTES);
  const owner = `INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
    VALUES (1, 'ada', 'ada@example.com', '', 1000000000, 0, 0)`;
  const perImage = [
    `INSERT INTO image_files (id, size, created_at) SELECT key + 1, ${size}, 0 FROM json_each(?)`,
    `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
       processing_status, width, height, file_size, published_at, created_at, updated_at)
     SELECT key + 1, 1, key + 1, value ->> 'link', '', 'bench.jpg', 'public', 2, 'completed', 1, 1, ${size}, 0, 0, 0
     FROM json_each(?)`,
    `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
     SELECT key + 1, 'publish', value ->> 'key', 'image/webp', ${size}, value ->> 'sha256', 1, 1, 0
     FROM json_each(?)`,
  ];
  await database.batch([
    database.prepare(owner),
    ...perImage.map((sql) => database.prepare(sql).bind(seeded)),
  ]);
};
