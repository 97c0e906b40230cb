import { randomBytes } from 'node:crypto';
import { newOpaqueId, newUploadId } from '../../../src/shared/ids.ts';
import { DEFAULT_KIND, DERIVED_KINDS, PART_KINDS } from '../../../src/shared/variants.ts';
import { toHex } from '../../../src/shared/bytes.ts';
import { findPublished } from '../../../src/worker/domain/delivery/find-published.ts';
import { flushViews } from '../../../src/worker/domain/delivery/flush-views.ts';
import { deliverErasures } from '../../../src/worker/domain/erasure/deliver-erasures.ts';
import { deleteImage } from '../../../src/worker/domain/images/delete-image.ts';
import { listImages } from '../../../src/worker/domain/images/list-images.ts';
import { claimJob } from '../../../src/worker/domain/publication/claim-job.ts';
import {
  cleanUp,
  commitPublication,
  type DerivedFiles,
} from '../../../src/worker/domain/publication/commit-publication.ts';
import type { Services } from '../../../src/worker/domain/services.ts';
import { completeUpload } from '../../../src/worker/domain/uploads/complete-upload.ts';
import { reserveUpload } from '../../../src/worker/domain/uploads/reserve-upload.ts';
import { orderOf } from '../../../src/worker/http/api/images/list-sorts.ts';
import type { SqliteRunner } from '../scale/sqlite-runner.ts';
import { nameImage } from '../rows/names.ts';
import type { KeyBucket } from './key-bucket.ts';

export interface LiveImage {
  readonly id: number;
  readonly userId: number;
  readonly link: string;
}

const PART = { size: 20_000, width: 400, height: 300, quality: 80 };
const FLUSH_VIEWS = 500;
const TERMS = ['7', 'g', 'zü', '77', 'sunse', 'img_2', 'whiteboard', 'heron'];
const STORAGE_PATH = 'images';

/**
 * Views, searches, uploads and deletions by the domain's own code. Only the bytes are left out: parts are in the bucket
 * without a transfer, and a publication stores a file that nobody has encoded.
 */
export class SiteUse {
  readonly tally = new Map<string, number>();
  readonly #services: Services;
  readonly #runner: SqliteRunner;
  readonly #bucket: KeyBucket;
  readonly #live: LiveImage[];
  readonly #random: () => number;
  #views = new Map<number, number>();
  #flushes = 0;

  constructor(
    services: Services,
    runner: SqliteRunner,
    bucket: KeyBucket,
    live: readonly LiveImage[],
    random: () => number,
  ) {
    this.#services = services;
    this.#runner = runner;
    this.#bucket = bucket;
    this.#live = [...live];
    this.#random = random;
  }

  /** One act. @throws when it is refused, or finds something else than it must. */
  async act(): Promise<void> {
    const luck = this.#random();
    if (luck < 0.6) await this.#view();
    else if (luck < 0.75) await this.#search();
    else if (luck < 0.88) await this.#upload();
    else await this.#delete();
  }

  /** What the queues would do later. */
  async settle(): Promise<void> {
    while (await deliverErasures(this.#services));
    if (this.#views.size > 0) await this.#flush();
  }

  async #view(): Promise<void> {
    const { id, link } = this.#draw();
    const found = await findPublished(this.#services.db, link, DEFAULT_KIND);
    const key = found?.pipelineVersion === 2 ? found.variant.objectKey : '';
    if ((await this.#bucket.head(key)) === null) throw new Error(`${link} is not found`);
    this.#views.set(id, (this.#views.get(id) ?? 0) + 1);
    if (this.#views.size >= FLUSH_VIEWS) await this.#flush();
    this.#count('views');
  }

  async #flush(): Promise<void> {
    const views = this.#views;
    this.#views = new Map();
    this.#flushes += 1;
    await flushViews(this.#services, { shard: 'bench', number: this.#flushes, views });
  }

  async #search(): Promise<void> {
    const search = TERMS[Math.floor(this.#random() * TERMS.length)] ?? '';
    const order = orderOf('-created_at');
    const request = { cursor: '', from: '', limit: 20, order, visibility: null, search };
    await listImages(this.#services, this.#draw(), request);
    this.#count('searches');
  }

  async #delete(): Promise<void> {
    const { id, userId } = this.#draw(true);
    await deleteImage(this.#services, { kind: 'web', userId }, id);
    this.#count('deletions');
  }

  async #upload(): Promise<void> {
    const { db, config, clock } = this.#services;
    const { userId } = this.#draw();
    const [uploadId, now] = [newUploadId(), clock.now()];
    const parts = PART_KINDS.map((kind) => ({ kind, ...PART, sha256: newSha256() }));
    const source = { mimeType: 'image/jpeg', animated: false, width: 4000, height: 3000 } as const;
    const manifest = {
      filename: nameImage(this.#random),
      visibility: 'public',
      processorVersion: '2.0.0',
      recipeVersion: '2',
      source,
      sourceSha256: null,
      taken: {},
      parts,
    } as const;
    const reservation = {
      uploadId,
      userId,
      idempotencyKey: newOpaqueId(),
      manifest,
      manifestSha256: '',
      sourceKey: null,
      storagePath: STORAGE_PATH,
      now,
    };
    const { upload } = await db.batch(reserveUpload(reservation, config));
    if (upload === null) throw new Error('nothing was reserved');
    for (const { objectKey, size } of upload.parts) this.#bucket.add(objectKey, size);
    this.#runner.file
      .prepare("UPDATE upload_parts SET status = 'uploaded', uploaded_at = ? WHERE upload_id = ?")
      .run(now, uploadId);
    this.#runner.file
      .prepare("UPDATE upload_sessions SET status = 'uploading' WHERE upload_id = ?")
      .run(uploadId);
    let jobId = 0;
    const publishQueue = {
      send: async (message: { jobId: number }) => void (jobId = message.jobId),
    };
    await completeUpload({ ...this.#services, publishQueue }, { userId }, uploadId);
    await this.#publish(jobId);
    const link = upload.uniqueLink;
    const row = this.#runner.file.prepare('SELECT id FROM images WHERE unique_link = ?').get(link);
    this.#live.push({ id: Number(row?.['id']), userId, link });
    this.#count('uploads');
  }

  async #publish(jobId: number): Promise<void> {
    const claim = await claimJob(this.#services, 'publish', jobId);
    if (claim.outcome !== 'claimed' || claim.job.source.pipeline !== 2) throw new Error('no job');
    const { source } = claim.job;
    const files = Object.fromEntries(
      DERIVED_KINDS.map((kind) => [kind, { ...PART, sha256: newSha256() }]),
    ) as unknown as DerivedFiles;
    for (const key of Object.values(source.variantKeys)) this.#bucket.add(key, PART.size);
    await commitPublication(this.#services, claim.job, source, { files, thumbHash: '' });
    await cleanUp(this.#services, claim.job, source.sourceKey);
  }

  #draw(isTaken = false): LiveImage {
    const at = Math.floor(this.#random() * this.#live.length);
    const [image, last] = [this.#live[at], this.#live.at(-1)];
    if (image === undefined || last === undefined) throw new Error('no image is left');
    if (!isTaken) return image;
    this.#live[at] = last;
    this.#live.pop();
    return image;
  }

  #count(act: string): void {
    this.tally.set(act, (this.tally.get(act) ?? 0) + 1);
  }
}

function newSha256(): string {
  return toHex(randomBytes(32));
}
