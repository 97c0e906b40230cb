import { inspectWebp } from '../../src/imaging/webp/walker.ts';
import type { Visibility } from '../../src/worker/db/schema/images.ts';
import { searchColumns } from '../../src/worker/lib/search-text.ts';
import { sha256Hex } from '../../src/shared/bytes.ts';
import { newOpaqueId, newUniqueLink, newUploadId } from '../../src/shared/ids.ts';
import {
  DERIVED_KINDS,
  STORED_PART_KINDS,
  VARIANT_KINDS,
  type VariantKind,
} from '../../src/shared/variants.ts';
import { packVariants } from '../../src/worker/domain/variants/packed-variants.ts';
import { stagingKey, variantKey } from '../../src/worker/storage/keys.ts';
import { WEBP } from './fixtures.ts';
import type { TestWorker } from './worker.ts';
import { runBatch, statement, type RawStatement } from './sql.ts';

/** Rows and objects as the real verbs leave them, for tests of later steps. */
export interface SeededImage {
  readonly userId: number;
  readonly imageId: number;
  readonly imageFileId: number;
  readonly jobId: number;
  readonly uploadId: string;
  readonly uniqueLink: string;
  readonly sourceKey: string;
  /** The key of each variant; `publish` is only stored for a published image. */
  readonly keys: Readonly<Record<VariantKind, string>>;
}

export interface SeedOptions {
  /** A new user by default. */
  readonly userId?: number;
  readonly visibility?: Visibility;
  readonly filename?: string;
  /** The file stored as every variant and as `publish_source`. */
  readonly file?: Uint8Array<ArrayBuffer>;
  /** The file stored as `publish_source` (or, published, as `publish`). */
  readonly source?: Uint8Array<ArrayBuffer>;
}

/** Adds an active user; returns its id. */
export const seedUser = async (
  { services, clock }: TestWorker,
  quotaBytes = services.config.DEFAULT_STORAGE_QUOTA_BYTES,
): Promise<number> => {
  const name = `user-${newOpaqueId().toLowerCase()}`;
  const [inserted] = await runBatch(services.db, [
    statement(
      `INSERT INTO users (username, email, password_hash, storage_quota, created_at, updated_at)
       VALUES (?, ?, '', ?, ?, ?) RETURNING id`,
      name,
      `${name}@tintype.test`,
      quotaBytes,
      clock.now(),
      clock.now(),
    ),
    statement('UPDATE site_totals SET users = users + 1, active_users = active_users + 1'),
  ]);
  return Number(inserted?.[0]?.['id']);
};

const describe = async (file: Uint8Array<ArrayBuffer>) => {
  const info = inspectWebp(file);
  // The rows of a deliberately broken file still have its declared dimensions.
  const { width, height } = info.ok ? info.value : { width: 1, height: 1 };
  return { size: file.byteLength, sha256: await sha256Hex(file), width, height };
};

type FileFacts = Awaited<ReturnType<typeof describe>>;

const insertPart = (
  uploadId: string,
  kind: string,
  key: string,
  { size, sha256, width, height }: FileFacts,
  now: number,
): RawStatement =>
  statement(
    `INSERT INTO upload_parts (upload_id, kind, status, object_key, size, sha256, width, height, quality, uploaded_at)
     VALUES (?, ?, 'uploaded', ?, ?, ?, ?, ?, 80, ?)`,
    uploadId,
    kind,
    key,
    size,
    sha256,
    width,
    height,
    now,
  );

const seedImage = async (
  worker: TestWorker,
  options: SeedOptions,
  isPublished: boolean,
): Promise<SeededImage> => {
  const { config, db, objects } = worker.services;
  const now = worker.clock.now();
  const userId = options.userId ?? (await seedUser(worker));
  const file = options.file ?? WEBP.lossy;
  const source = options.source ?? file;
  const [fileFacts, sourceFacts] = await Promise.all([describe(file), describe(source)]);
  const link = newUniqueLink();
  const uploadId = newUploadId();
  const keyOf = (kind: VariantKind) => variantKey(config.STORAGE_PATH, link, kind);
  const sourceKey = stagingKey(config.V2_STAGING_PATH, uploadId);
  const filename = options.filename ?? 'photograph.jpg';
  const { titleKey, searchText } = searchColumns({ title: filename, filename, description: '' });
  const derivedKinds = isPublished ? DERIVED_KINDS : [];
  const stored = fileFacts.size * STORED_PART_KINDS.length + sourceFacts.size * derivedKinds.length;
  const reserved = isPublished ? 0 : config.UPLOAD_PUBLISH_ALLOWANCE_BYTES + sourceFacts.size;
  const visibility = options.visibility ?? 'public';

  for (const kind of STORED_PART_KINDS) await objects.putNew(keyOf(kind), file, fileFacts.sha256);
  for (const key of isPublished ? derivedKinds.map(keyOf) : [sourceKey]) {
    await objects.putNew(key, source, sourceFacts.sha256);
  }

  const described = { mimeType: 'image/webp', createdAt: now };
  const variants = [
    ...STORED_PART_KINDS.map((kind) => ({ kind, ...described, ...fileFacts })),
    ...derivedKinds.map((kind) => ({ kind, ...described, ...sourceFacts })),
  ];
  const imageIdOfLink = '(SELECT id FROM images WHERE unique_link = ?)';
  const results = await runBatch(db, [
    statement(
      `INSERT INTO upload_sessions (upload_id, user_id, idempotency_key, manifest_sha256, status, filename, visibility,
         processor_version, recipe_version, source_mime_type, source_width, source_height, unique_link, reserved_bytes,
         created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'test', '2.0.0', 'image/jpeg', ?, ?, ?, ?, ?, ?)`,
      uploadId,
      userId,
      uploadId,
      fileFacts.sha256,
      isPublished ? 'completed' : 'processing',
      filename,
      visibility,
      fileFacts.width,
      fileFacts.height,
      link,
      reserved,
      now,
      now + config.UPLOAD_SESSION_TTL_MS,
    ),
    ...STORED_PART_KINDS.map((kind) => insertPart(uploadId, kind, keyOf(kind), fileFacts, now)),
    insertPart(uploadId, 'publish_source', sourceKey, sourceFacts, now),
    statement(
      `INSERT INTO image_files (size, created_at, storage_path, variants) VALUES (?, ?, ?, unhex(?))
       RETURNING id AS image_file_id`,
      stored,
      now,
      config.STORAGE_PATH,
      packVariants(variants, now),
    ),
    statement(
      `INSERT INTO images (user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, published_at, created_at, updated_at, title_key, search_text)
       VALUES (?, last_insert_rowid(), ?, ?, ?, ?, 2, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS image_id, image_file_id`,
      userId,
      link,
      filename,
      filename,
      visibility,
      isPublished ? 'completed' : 'pending',
      fileFacts.width,
      fileFacts.height,
      fileFacts.size,
      isPublished ? now : null,
      now,
      now,
      titleKey,
      searchText,
    ),
    statement(
      `UPDATE upload_sessions SET image_id = ${imageIdOfLink}, closed_at = ? WHERE upload_id = ?`,
      link,
      isPublished ? now : null,
      uploadId,
    ),
    statement(
      `INSERT INTO publication_jobs (image_id, upload_id, status, run_after, created_at, updated_at)
       VALUES (${imageIdOfLink}, ?, ?, ?, ?, ?) RETURNING id AS job_id`,
      link,
      uploadId,
      isPublished ? 'done' : 'queued',
      now,
      now,
      now,
    ),
    statement(
      `UPDATE users SET storage_used = storage_used + ?, storage_reserved = storage_reserved + ?,
         image_count = image_count + 1 WHERE id = ?`,
      stored,
      reserved,
      userId,
    ),
    statement(
      `UPDATE site_totals SET storage_used = storage_used + ?, storage_reserved = storage_reserved + ?,
         images = images + 1`,
      stored,
      reserved,
    ),
  ]);
  const returned = Object.assign({}, ...results.flat()) as Record<
    'image_id' | 'image_file_id' | 'job_id',
    number
  >;
  return {
    userId,
    imageId: returned.image_id,
    imageFileId: returned.image_file_id,
    jobId: returned.job_id,
    uploadId,
    uniqueLink: link,
    sourceKey,
    keys: Object.fromEntries(
      VARIANT_KINDS.map((kind) => [kind, keyOf(kind)]),
    ) as SeededImage['keys'],
  };
};

/** An image as `complete` leaves it: three variants, `publish_source`, a queued job whose message was lost. */
export const seedProcessingImage = (
  worker: TestWorker,
  options: SeedOptions = {},
): Promise<SeededImage> => seedImage(worker, options, false);

/** An image as publication leaves it: four variants, its session closed, its job done. */
export const seedPublishedImage = (
  worker: TestWorker,
  options: SeedOptions = {},
): Promise<SeededImage> => seedImage(worker, options, true);
