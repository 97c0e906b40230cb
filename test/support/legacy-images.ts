import { env } from 'cloudflare:workers';
import { sha256Hex } from '../../src/shared/bytes.ts';
import { newUniqueLink, newUploadId } from '../../src/shared/ids.ts';
import { searchColumns } from '../../src/worker/lib/search-text.ts';
import type { LegacyKind } from '../../src/shared/variants.ts';
import type { Visibility } from '../../src/worker/db/schema/images.ts';
import type { JobKind } from '../../src/worker/db/schema/jobs.ts';
import { derivativeKey, originalKey } from '../../src/worker/storage/keys.ts';
import { WEBP } from './fixtures.ts';
import { seedUser } from './images.ts';
import { runBatch, statement } from './sql.ts';
import type { TestWorker } from './worker.ts';

/** Rows and objects of a pipeline-1 image as its publication leaves them. */
export interface SeededLegacyImage {
  readonly userId: number;
  readonly imageId: number;
  readonly uploadId: string;
  readonly uniqueLink: string;
  readonly keys: Readonly<Partial<Record<LegacyKind, string>>>;
}

export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
}

export interface LegacySeedOptions {
  /** A new user by default. */
  readonly userId?: number;
  readonly visibility?: Visibility;
  readonly filename?: string;
  /** The upright size of all its files. */
  readonly size?: { readonly width: number; readonly height: number };
  /** A WebP of 23 × 17 pixels by default. */
  readonly original?: StoredFile;
  readonly webp?: StoredFile;
  readonly avif?: StoredFile;
}

/** Converts an image with the platform's image service, since the test runtime has no files. */
export const convertImage = async (
  source: Uint8Array<ArrayBuffer>,
  mimeType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif',
  size: { readonly width?: number; readonly height?: number } = {},
): Promise<StoredFile> => {
  const { body } = new Response(source);
  if (body === null) throw new Error('no picture');
  const made = await env.IMAGES.input(body)
    .transform({ ...size, fit: 'squeeze' })
    .output({ format: mimeType });
  return { bytes: new Uint8Array(await made.response().arrayBuffer()), mimeType };
};

/** A published image of pipeline 1 with its stored files. */
export const seedLegacyImage = async (
  worker: TestWorker,
  options: LegacySeedOptions = {},
): Promise<SeededLegacyImage> => {
  const { config, db } = worker.services;
  const now = worker.clock.now();
  const userId = options.userId ?? (await seedUser(worker));
  const uniqueLink = newUniqueLink();
  const uploadId = newUploadId();
  const original = options.original ?? { bytes: WEBP.lossy, mimeType: 'image/webp' };
  const { width, height } = options.size ?? { width: 23, height: 17 };
  const key = originalKey(config.STORAGE_PATH, uniqueLink);
  const files: [LegacyKind, string, StoredFile][] = [['original', key, original]];
  for (const kind of ['webp', 'avif'] as const) {
    const file = options[kind];
    if (file !== undefined) files.push([kind, derivativeKey(key, kind), file]);
  }
  for (const [, objectKey, { bytes, mimeType }] of files) {
    await worker.services.objects.putNew(objectKey, bytes, await sha256Hex(bytes), mimeType);
  }
  const stored = files.reduce((sum, [, , { bytes }]) => sum + bytes.byteLength, 0);
  const filename = options.filename ?? 'photograph.jpg';
  const visibility = options.visibility ?? 'public';
  const { titleKey, searchText } = searchColumns({ title: filename, filename, description: '' });
  const hashes = await Promise.all(files.map(([, , { bytes }]) => sha256Hex(bytes)));
  const results = await runBatch(db, [
    statement('INSERT INTO image_files (size, created_at) VALUES (?, ?)', stored, now),
    statement(
      `INSERT INTO images (user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, published_at, created_at, updated_at, title_key, search_text)
       VALUES (?, last_insert_rowid(), ?, ?, ?, ?, 1, 'completed', ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      userId,
      uniqueLink,
      filename,
      filename,
      visibility,
      width,
      height,
      original.bytes.byteLength,
      now,
      now,
      now,
      titleKey,
      searchText,
    ),
    statement(
      `INSERT INTO upload_sessions (upload_id, user_id, manifest_sha256, status, filename, visibility,
         processor_version, recipe_version, source_mime_type, source_width, source_height, unique_link, original_key,
         image_id, reserved_bytes, created_at, expires_at, closed_at)
       SELECT ?, user_id, '', 'completed', filename, visibility, '', '', ?, width, height, unique_link, ?, id, 0, ?, ?, ?
       FROM images WHERE unique_link = ?`,
      uploadId,
      original.mimeType,
      key,
      now,
      now + config.UPLOAD_SESSION_TTL_MS,
      now,
      uniqueLink,
    ),
    ...files.map(([kind, objectKey, { bytes, mimeType }], index) =>
      statement(
        `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
         VALUES ((SELECT image_file_id FROM images WHERE unique_link = ?), ?, ?, ?, ?, ?, ?, ?, ?)`,
        uniqueLink,
        kind,
        objectKey,
        mimeType,
        bytes.byteLength,
        hashes[index] ?? '',
        width,
        height,
        now,
      ),
    ),
    statement(
      'UPDATE users SET storage_used = storage_used + ?, image_count = image_count + 1 WHERE id = ?',
      stored,
      userId,
    ),
    statement(
      'UPDATE site_totals SET storage_used = storage_used + ?, images = images + 1',
      stored,
    ),
  ]);
  return {
    userId,
    imageId: Number(results.flat().find((row) => 'id' in row)?.['id']),
    uploadId,
    uniqueLink,
    keys: Object.fromEntries(files.map(([kind, objectKey]) => [kind, objectKey])),
  };
};

/** An image with a job whose message was lost. */
export interface LegacyImageWithJob extends SeededLegacyImage {
  readonly jobId: number;
}

const insertJob = (kind: JobKind, { imageId, uploadId }: SeededLegacyImage, now: number) =>
  statement(
    `INSERT INTO publication_jobs (image_id, kind, upload_id, status, run_after, created_at, updated_at)
     VALUES (?, ?, ?, 'queued', ?, ?, ?) RETURNING id AS job_id`,
    imageId,
    kind,
    uploadId,
    now,
    now,
    now,
  );

/** An image of pipeline 1 as its upload leaves it: the original alone, and a queued publication. */
export const seedQueuedLegacyImage = async (
  worker: TestWorker,
  options: LegacySeedOptions = {},
): Promise<LegacyImageWithJob> => {
  const { config, db } = worker.services;
  const now = worker.clock.now();
  const reserved = config.UPLOAD_PUBLISH_ALLOWANCE_BYTES;
  const image = await seedLegacyImage(worker, options);
  const [inserted] = await runBatch(db, [
    insertJob('publish', image, now),
    statement(
      "UPDATE images SET processing_status = 'pending', published_at = NULL WHERE id = ?",
      image.imageId,
    ),
    statement(
      "UPDATE upload_sessions SET status = 'processing', reserved_bytes = ?, closed_at = NULL WHERE upload_id = ?",
      reserved,
      image.uploadId,
    ),
    statement(
      'UPDATE users SET storage_reserved = storage_reserved + ? WHERE id = ?',
      reserved,
      image.userId,
    ),
    statement('UPDATE site_totals SET storage_reserved = storage_reserved + ?', reserved),
  ]);
  return { ...image, jobId: Number(inserted?.[0]?.['job_id']) };
};

/** A published image of pipeline 1 with a queued AVIF. */
export const seedAvifJob = async (
  worker: TestWorker,
  options: LegacySeedOptions = {},
): Promise<LegacyImageWithJob> => {
  const webp = { bytes: WEBP.lossy, mimeType: 'image/webp' };
  const image = await seedLegacyImage(worker, { webp, ...options });
  const job = insertJob('avif', image, worker.clock.now());
  const [inserted] = await runBatch(worker.services.db, [job]);
  return { ...image, jobId: Number(inserted?.[0]?.['job_id']) };
};
