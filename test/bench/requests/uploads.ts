import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  KINDS,
  makeContainer,
  prepareUpload,
  type Kind,
  type Prepared,
} from '../../support/uploads.ts';
import { both, type BySide } from './by-side.ts';
import type { Side } from './side.ts';

export interface Upload {
  readonly id: string;
  readonly prepared: Prepared;
}

export interface PublishedImage {
  readonly id: number;
  /** The path segment after `/i/`; it ends with S while the image is private. */
  readonly link: string;
}

interface UploadState {
  readonly status: string;
  readonly image_id: number;
  readonly asset_link: string;
}

/** Publication starts after so many complete uploads, so that it is not measured with them. */
export const BATCH = 20;

const KIB = 1024;
const SMALL_PART_BYTES = 64 * KIB;
const LARGE_PART_BYTES = 8 * 1024 * KIB;
/** Size of the viewed variant. */
const GALLERY_BYTES = 31 * KIB;

/** `publish_source` is decoded, so it is a real picture that decodes quickly. */
const PICTURE = join(import.meta.dirname, '../../fixtures/webp/lossy.webp');
const PICTURE_SIZE = { width: 23, height: 17 };

const POLL_MS = 50;
const PUBLISH_MAX_MS = 180_000;

let numberOfImages = 0;

/** Uploads of a batch, the same for both sides; each has a `master` of 64 KiB and a number in its name. */
export async function prepareBatch(
  isPrivate: (index: number) => boolean = () => false,
): Promise<BySide<Prepared>[]> {
  const picture = new Uint8Array(await readFile(PICTURE));
  const { width, height } = PICTURE_SIZE;
  const prepare = (index: number): Promise<Prepared> => {
    numberOfImages += 1;
    const seed = numberOfImages % 256;
    return prepareUpload({
      ...PICTURE_SIZE,
      visibility: isPrivate(index) ? 'private' : 'public',
      filename: `IMG_${String(numberOfImages).padStart(7, '0')}.jpg`,
      bodies: {
        master: makeContainer(width, height, SMALL_PART_BYTES, seed),
        gallery: makeContainer(400, 400, GALLERY_BYTES, seed),
        publish_source: picture,
      },
    });
  };
  const batch = await Promise.all(Array.from({ length: BATCH }, (_, index) => prepare(index)));
  return batch.map((prepared) => both(prepared));
}

/** An upload with a `master` of 8 MiB that cannot be published. */
export async function prepareLarge(): Promise<Prepared> {
  return prepareUpload({ bodies: { master: makeContainer(3000, 2000, LARGE_PART_BYTES) } });
}

export async function createUpload(side: Side, prepared: Prepared): Promise<Upload> {
  const answer = await side.send('POST', '/api/v1/uploads/', {
    status: 201,
    headers: { ...side.bearer, 'Idempotency-Key': crypto.randomUUID() },
    json: prepared.manifest,
  });
  const { data } = JSON.parse(answer) as { data: { upload_id: string } };
  return { id: data.upload_id, prepared };
}

export async function putMaster(side: Side, upload: Upload): Promise<void> {
  await putPart(side, upload, 'master');
}

export async function putOtherParts(side: Side, upload: Upload): Promise<void> {
  for (const kind of KINDS) if (kind !== 'master') await putPart(side, upload, kind);
}

async function putPart(side: Side, { id, prepared }: Upload, kind: Kind): Promise<void> {
  await side.send('PUT', `/api/v1/uploads/${id}/parts/${kind}`, {
    headers: { ...side.bearer, 'Content-Type': 'image/webp' },
    body: prepared.bodies[kind],
  });
}

export async function completeUpload(side: Side, { id }: Upload): Promise<void> {
  await side.send('POST', `/api/v1/uploads/${id}/complete`, { headers: side.bearer });
}

export async function cancelUpload(side: Side, { id }: Upload): Promise<void> {
  await side.send('DELETE', `/api/v1/uploads/${id}`, { headers: side.bearer });
}

/** Waits until a completed upload is published. @throws Error when it fails or takes minutes. */
export async function awaitImage(side: Side, { id }: Upload): Promise<PublishedImage> {
  for (const from = performance.now(); performance.now() < from + PUBLISH_MAX_MS;) {
    const answer = await side.send('GET', `/api/v1/uploads/${id}`, { headers: side.bearer });
    const { data } = JSON.parse(answer) as { data: UploadState };
    if (data.status === 'completed') return { id: data.image_id, link: data.asset_link };
    if (data.status === 'failed') throw new Error(`not published: ${answer}`);
    await sleep(POLL_MS);
  }
  throw new Error(`upload ${id} is still not published`);
}
