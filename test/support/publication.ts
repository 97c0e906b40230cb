import { readAllVariants, WITH_ALL_VARIANTS } from './packed-variants.ts';
import { makeAvif } from '../../src/worker/domain/publication/make-avif.ts';
import { publishImage } from '../../src/worker/domain/publication/publish-image.ts';
import type { JobKind } from '../../src/worker/db/schema/jobs.ts';
import type { Services } from '../../src/worker/domain/services.ts';
import { sweep } from '../../src/worker/jobs/sweep.ts';
import type { SeededImage } from './images.ts';
import { createTestWorker, type TestWorker } from './worker.ts';

/** Services whose job queues hold their messages, so that a test decides which one arrives and when. */
export const holdMessages = ({ services }: TestWorker) => {
  const sent: number[] = [];
  const sentAvif: number[] = [];
  const held: Services = {
    ...services,
    publishQueue: { send: async ({ jobId }) => void sent.push(jobId) },
    avifQueue: { send: async ({ jobId }) => void sentAvif.push(jobId) },
  };
  return { services: held, sent, sentAvif };
};

/** The minutes after a crash: the lease expires, the sweep sends again, a sound worker takes over. */
export const recover = async (worker: TestWorker, minutes: number): Promise<void> => {
  const sound = createTestWorker({ clock: worker.clock });
  const { services, sent, sentAvif } = holdMessages(sound);
  for (let minute = 0; minute < minutes; minute += 1) {
    worker.clock.advance(60_000);
    await sweep(services);
    for (const jobId of sent.splice(0)) await publishImage(services, jobId);
    for (const jobId of sentAvif.splice(0)) await makeAvif(services, jobId);
  }
};

interface PublicationState {
  readonly image: string;
  readonly failure: string | null;
  readonly session: string | null;
  readonly job: string | null;
  readonly attempts: number | null;
  readonly lastError: string | null;
  readonly reserved: number | null;
  readonly events: string | null;
  readonly notifications: number;
  readonly publishSha256: string | null;
}

/** The rows of an image that publication may have changed. */
export const readState = async (
  { env }: TestWorker,
  { imageId, uploadId }: Pick<SeededImage, 'imageId' | 'uploadId'>,
  kind: JobKind = 'publish',
): Promise<PublicationState> => {
  const row = await env.DB.prepare(
    `${WITH_ALL_VARIANTS}SELECT i.processing_status AS image, i.failure_message AS failure, s.status AS session, j.status AS job,
       j.attempts, j.last_error AS lastError, s.reserved_bytes AS reserved,
       (SELECT group_concat(event, ' ') FROM (SELECT event FROM processing_events WHERE image_id = i.id ORDER BY id))
         AS events,
       (SELECT count(*) FROM notifications n WHERE n.user_id = i.user_id AND n.type = 'image') AS notifications,
       (SELECT sha256 FROM image_variants v WHERE v.image_file_id = i.image_file_id AND v.kind = 'publish')
         AS publishSha256
     FROM images i LEFT JOIN upload_sessions s ON s.upload_id = ?
       LEFT JOIN publication_jobs j ON j.image_id = i.id AND j.kind = ?
     WHERE i.id = ?`,
  )
    .bind(await readAllVariants(env.DB), uploadId, kind, imageId)
    .first<PublicationState>();
  if (row === null) throw new Error('the image is missing');
  return row;
};

/** SHA-256 of the object under a key, as R2 keeps it; null when there is none. */
export const storedSha256 = async ({ env }: TestWorker, key: string): Promise<string | null> => {
  const object = await env.BUCKET.head(key);
  const digest = object?.checksums.sha256;
  return digest === undefined
    ? null
    : [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Stores configuration entries as an administrator does. */
export const storeSettings = async (
  { env }: TestWorker,
  entries: Record<string, string>,
): Promise<void> => {
  for (const [key, value] of Object.entries(entries)) {
    await env.DB.prepare(
      'INSERT OR REPLACE INTO settings (config_key, config_value, updated_at) VALUES (?, ?, 0)',
    )
      .bind(key, value)
      .run();
  }
};

/** Resets every configuration entry to its default. */
export const forgetSettings = async ({ env }: TestWorker): Promise<void> => {
  await env.DB.exec('DELETE FROM settings');
};
