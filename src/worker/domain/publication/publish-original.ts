/**
 * Publication of pipeline 1: the uploaded file stays, and a WebP of its size is stored beside it.
 *
 * - One batch commits and ends the job: nothing needs cleanup, and the session goes from `processing` to `completed`.
 * - An undecodable file fails for good, as in pipeline 2.
 * - A file that is too large to decode, or whose WebP exceeds the reservation, is published without derivatives.
 * - So is a file whose attempts all ended with errors, which say nothing about it. Requests then make derivatives.
 * - A file whose attempts all crashed may be the cause: it fails and is kept, as in pipeline 2.
 */

import { and, eq } from 'drizzle-orm';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { containSize } from '../../../shared/recipe-geometry.ts';
import { VARIANTS } from '../../../shared/variants.ts';
import { derivativeKey } from '../../storage/keys.ts';
import { announceAvif } from '../announce-job.ts';
import { makeDerivative } from '../derivatives/make-derivative.ts';
import type { DerivativeFault, Original } from '../derivatives/original.ts';
import { lastPublicationAt } from '../erasure/late-writers.ts';
import type { Services } from '../services.ts';
import { addVariant } from '../variants/stored-variants.ts';
import type { ClaimedJob } from './claim-job.ts';
import { accountForPublish, completeImage } from './commit-publication.ts';
import { failForGood } from './fail-publication.ts';
import { finishJob } from './finish-job.ts';
import { recordProcessing } from './processing-events.ts';
import { queueAvif } from './queue-publication.ts';
import type { JobOutcome, JobServices } from './run-job.ts';
import { storeDerived, type DerivedFile } from './store-derived.ts';

const {
  mimeType,
  recipe: { quality },
} = VARIANTS.webp;

/** A ThumbHash keeps seven waves of it. */
const HASHED_LONG_EDGE = 128;

type OriginalFault = DerivativeFault | 'publish_too_large';

interface MadeWebp {
  readonly file: DerivedFile;
  readonly thumbHash: string | null;
}

export async function publishOriginal(
  services: JobServices,
  job: ClaimedJob,
  original: Original,
): Promise<JobOutcome> {
  const key = derivativeKey(original.objectKey, 'webp');
  const webp = await makeWebp(services, job, original, key);
  if (webp.ok) {
    const thumbHash = webp.value.thumbHash ?? (await hashSmall(services, original));
    const { jobId } = await commitWithWebp(services, job, key, { ...webp.value, thumbHash });
    await announceAvif(services, jobId);
  } else if (webp.error === 'too_large' || webp.error === 'publish_too_large') {
    const thumbHash = webp.error === 'too_large' ? await hashSmall(services, original) : null;
    await publishWithoutDerivatives(services, job, { reason: webp.error, thumbHash });
    return { outcome: 'published' };
  } else {
    await failForGood(services, job, webp.error);
    return { outcome: 'failed' };
  }
  services.negativeCache.invalidate(job.uniqueLink);
  return { outcome: 'published' };
}

interface Bare {
  /** Says why there is no WebP. */
  readonly reason: string;
  readonly thumbHash: string | null;
}

/** The sweep erases a WebP that an earlier worker may still store. */
export async function publishWithoutDerivatives(
  { db, clock, negativeCache }: Pick<Services, 'db' | 'clock' | 'negativeCache'>,
  job: ClaimedJob,
  { reason, thumbHash }: Bare,
): Promise<void> {
  const now = clock.now();
  await db.batch({
    ...complete(job, { size: 0, thumbHash }, lastPublicationAt(now), now),
    event: recordProcessing(
      { imageId: job.imageId, event: 'failed', detail: `webp: ${reason}` },
      now,
    ),
  });
  negativeCache.invalidate(job.uniqueLink);
}

async function makeWebp(
  services: JobServices,
  { reservedBytes }: ClaimedJob,
  original: Original,
  key: string,
): Promise<Result<MadeWebp, OriginalFault>> {
  const size = { width: original.width, height: original.height };
  const made = await makeDerivative(
    services,
    original,
    { mimeType, quality, size, isHashed: true },
    async (webp): Promise<Result<MadeWebp, OriginalFault>> => {
      if (webp.bytes.byteLength > reservedBytes) return err('publish_too_large');
      const file = await storeDerived(services, key, webp);
      return ok({ file, thumbHash: webp.thumbHash ?? null });
    },
  );
  return made.ok ? made.value : made;
}

/** Of a small version, which nearly every file fits; null without one. The service gives no pixels of large ones. */
async function hashSmall(services: JobServices, original: Original): Promise<string | null> {
  const size = containSize(original.width, original.height, HASHED_LONG_EDGE);
  const plan = { mimeType, quality, size, isHashed: true };
  const made = await makeDerivative(
    services,
    original,
    plan,
    async ({ thumbHash }) => thumbHash ?? null,
  );
  return made.ok ? made.value : null;
}

async function commitWithWebp(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  job: ClaimedJob,
  objectKey: string,
  { file, thumbHash }: MadeWebp,
): Promise<{ readonly jobId: number }> {
  const now = clock.now();
  const { imageId, uploadId } = job;
  const { avif } = await db.batch({
    ...complete(job, { size: file.size, thumbHash }, null, now),
    variant: addVariant(job, { kind: 'webp', objectKey, mimeType, ...file, createdAt: now }),
    avif: queueAvif({ imageId, uploadId, now }),
  });
  return avif;
}

interface Completion {
  /** Bytes of what is stored beside the original. */
  readonly size: number;
  readonly thumbHash: string | null;
}

function complete(
  job: ClaimedJob,
  { size, thumbHash }: Completion,
  eraseDueAt: number | null,
  now: number,
) {
  const { userId, imageId, uploadId } = job;
  return {
    job: finishJob(job, now),
    image: [completeImage({ imageId, thumbHash, now }), guard('image_changed')],
    totals: accountForPublish({ userId, uploadId, size }),
    session: [closeUpload({ uploadId, now, eraseDueAt }), guard('session_changed')],
  };
}

const closeUpload = prepareWrite(
  (p: Params<{ uploadId: string; now: number; eraseDueAt: number | null }>) =>
    query
      .update(uploadSessions)
      .set({ status: 'completed', reservedBytes: 0, closedAt: p.now, eraseDueAt: p.eraseDueAt })
      .where(and(eq(uploadSessions.uploadId, p.uploadId), eq(uploadSessions.status, 'processing'))),
);
