import { readAllVariants, WITH_ALL_VARIANTS } from './packed-variants.ts';
import { expect, vi } from 'vitest';
import type { JobKind } from '../../src/worker/db/schema/jobs.ts';
import { claimJob } from '../../src/worker/domain/publication/claim-job.ts';
import { makeAvif } from '../../src/worker/domain/publication/make-avif.ts';
import { publishImage } from '../../src/worker/domain/publication/publish-image.ts';
import type { JobOutcome } from '../../src/worker/domain/publication/run-job.ts';
import { LeasedSemaphore } from '../../src/worker/lib/leased-semaphore.ts';
import { derivativeKey } from '../../src/worker/storage/keys.ts';
import { findInconsistencies } from './consistency.ts';
import { WEBP } from './fixtures.ts';
import type { Interceptor } from './instrument.ts';
import { seedAvifJob, seedQueuedLegacyImage, type LegacyImageWithJob } from './legacy-images.ts';
import { holdMessages, recover } from './publication.ts';
import { createTestWorker, type TestWorker } from './worker.ts';

export const HOUR_MS = 3_600_000;
export const ALLOWANCE = 33_554_432;

export const KINDS = ['publish', 'avif'] as const;
export const MOMENTS = ['before', 'after'] as const;
export const CASES = KINDS.flatMap((kind) => MOMENTS.map((moment) => [kind, moment] as const));

/** Stored variants before a job of each kind, and after its success. */
export const BEFORE = { publish: 'original', avif: 'original webp' } as const;
const VARIANTS = { publish: 'original webp', avif: 'avif original webp' } as const;
const WORK = { publish: publishImage, avif: makeAvif } as const;
export const SEED = { publish: seedQueuedLegacyImage, avif: seedAvifJob } as const;

/** A sound container around a bitstream that no decoder accepts. */
export const UNDECODABLE = {
  bytes: WEBP.losslessAlpha.map((byte, at) => (at < 26 ? byte : 0xff)),
  mimeType: 'image/webp',
};

/** The keys of several kinds of variants, given as words. */
export const keysOf = ({ keys }: LegacyImageWithJob, kinds: string): string[] => {
  const original = keys.original ?? '';
  return kinds
    .split(' ')
    .map((kind) => (kind === 'original' ? original : derivativeKey(original, kind as 'webp')))
    .toSorted();
};

/** Runs `action` before or after each put, as if the worker had slept meanwhile. */
export const interruptPut =
  (moment: (typeof MOMENTS)[number], action: () => Promise<unknown>): Interceptor =>
  async ({ binding, method }, proceed) => {
    const isPut = binding === 'BUCKET' && method === 'put';
    if (isPut && moment === 'before') await action();
    const result = await proceed();
    if (isPut && moment === 'after') await action();
    return result;
  };

/** The jobs of pipeline-1 images and their results. */
export class LegacyJobs {
  readonly #worker: TestWorker;

  constructor(worker: TestWorker) {
    this.#worker = worker;
  }

  work(kind: JobKind, { jobId }: LegacyImageWithJob, by = this.#worker): Promise<JobOutcome> {
    return WORK[kind](holdMessages(by).services, jobId);
  }

  /** Works in another isolate, with its own codecs. */
  workElsewhere(kind: JobKind, image: LegacyImageWithJob): Promise<JobOutcome> {
    vi.spyOn(LeasedSemaphore.prototype, 'run').mockImplementationOnce((job) => job());
    return this.work(kind, image, createTestWorker({ clock: this.#worker.clock }));
  }

  /** Null for a deleted image. */
  async readState({ imageId, uploadId }: Pick<LegacyImageWithJob, 'imageId' | 'uploadId'>) {
    const { DB } = this.#worker.env;
    return DB.prepare(
      `${WITH_ALL_VARIANTS}SELECT i.processing_status AS image, s.status AS session, s.reserved_bytes AS reserved,
         (SELECT group_concat(kind || ' ' || status, ', ') FROM (SELECT kind, status FROM publication_jobs
           WHERE image_id = i.id ORDER BY id)) AS jobs,
         (SELECT group_concat(kind, ' ') FROM (SELECT kind FROM image_variants
           WHERE image_file_id = i.image_file_id ORDER BY kind)) AS variants,
         (SELECT group_concat(event || coalesce(' ' || detail, ''), ', ') FROM (SELECT event, detail
           FROM processing_events WHERE image_id = i.id ORDER BY id)) AS events,
         (SELECT count(*) FROM notifications n WHERE n.user_id = i.user_id AND n.type = 'image') AS notices
       FROM images i LEFT JOIN upload_sessions s ON s.upload_id = ? WHERE i.id = ?`,
    )
      .bind(await readAllVariants(DB), uploadId, imageId)
      .first();
  }

  /** Every object under the link of an image. */
  async storedKeys({ uniqueLink }: LegacyImageWithJob): Promise<string[]> {
    const { env, services } = this.#worker;
    const prefix = `${services.config.STORAGE_PATH}/${uniqueLink}/`;
    return (await env.BUCKET.list({ prefix })).objects.map(({ key }) => key).toSorted();
  }

  /** Expects images to be published with the variants of a job, each once, in a consistent state. */
  async expectDone(images: readonly LegacyImageWithJob[], kind: JobKind): Promise<void> {
    for (const image of images) {
      const state = await this.readState(image);
      expect(state).toMatchObject({ image: 'completed', session: 'completed', reserved: 0 });
      expect(state?.['variants']).toBe(VARIANTS[kind]);
    }
    expect(await findInconsistencies(this.#worker)).toEqual([]);
  }

  /** Leaves an upload less reserved space than any WebP needs. */
  async shrinkReservation({ userId, uploadId }: LegacyImageWithJob): Promise<void> {
    const { DB } = this.#worker.env;
    await DB.batch(
      [
        `UPDATE users SET storage_reserved = 9 WHERE id = ${String(userId)}`,
        `UPDATE upload_sessions SET reserved_bytes = 9 WHERE upload_id = '${uploadId}'`,
        'UPDATE site_totals SET storage_reserved = (SELECT sum(storage_reserved) FROM users)',
      ].map((text) => DB.prepare(text)),
    );
  }

  /** Runs the sweep once no worker can be alive any more. */
  async settle(): Promise<void> {
    await recover(this.#worker, 1);
    this.#worker.clock.advance(HOUR_MS);
    await recover(this.#worker, 2);
  }

  /** Starts a job `times` times, each in a worker that dies. */
  async die(kind: JobKind, { jobId }: LegacyImageWithJob, times: number): Promise<void> {
    const { clock, services } = this.#worker;
    for (let attempt = 0; attempt < times; attempt += 1) {
      clock.advance(services.config.PUBLICATION_LEASE_MS);
      expect(await claimJob(services, kind, jobId)).toMatchObject({ outcome: 'claimed' });
    }
    clock.advance(services.config.PUBLICATION_LEASE_MS);
  }

  /** Runs a broken job until its attempts are used up. */
  async exhaust(
    kind: JobKind,
    image: LegacyImageWithJob,
    intercept: () => Interceptor,
  ): Promise<string[]> {
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const broken = createTestWorker({ clock: this.#worker.clock, intercept: intercept() });
      outcomes.push((await this.work(kind, image, broken)).outcome);
      this.#worker.clock.advance(600_000);
    }
    return outcomes;
  }
}
