import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { packTaken } from '../../../../src/worker/domain/texts/stored-taken.ts';
import { takenFromWire } from '../../../../src/shared/taken-wire.ts';
import { addToAlbumAs, callAlbums, createAlbumAs } from '../../../support/albums-api.ts';
import { call } from '../../../support/api-call.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { tokenOf } from '../../../support/share-links.ts';
import { registerAdmin } from '../../../support/states.ts';
import { restoreAs, trashAs } from '../../../support/trash-api.ts';
import {
  loseMessages,
  prepareUpload,
  uploadAll,
  uploadClient,
  type UploadClient,
} from '../../../support/uploads.ts';
import { BASE_URL, createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker({ intercept: loseMessages() });
const { DB } = worker.env;
const CAMERA = {
  name: 'RICOH GR III "Diary"',
  lens: 'GR 18.3mm ƒ/2.8',
  exposure_seconds: 0.004,
  f_number: 2.8,
  iso: 400,
  focal_length_mm: 18.3,
};
const TAKEN = { taken_at: '2024-07-14T21:05:09+02:00', camera: CAMERA };
const LOCATION = { latitude: 48.858222, longitude: 2.2945 };

let person: Person;
let client: UploadClient;

beforeEach(async () => {
  person = await registerAndLogin(worker);
  client = uploadClient(worker, person);
});

afterAll(async () => {
  expect(await findInconsistencies(worker)).toEqual([]);
});

const sessionWith = async (taken: unknown) => {
  const upload = await prepareUpload();
  return { ...upload, manifest: { ...upload.manifest, taken } };
};

const readAs = async (imageId: number) => {
  const response = await worker.fetch(`/api/v1/images/${imageId}`, { headers: person.headers });
  return response.json<{ data: Record<string, unknown> }>();
};

const uploadTaken = async (taken: unknown): Promise<number> => {
  const uploadId = await uploadAll(client, await sessionWith(taken));
  await client.complete(uploadId);
  const row = await DB.prepare('SELECT image_id FROM upload_sessions WHERE upload_id = ?')
    .bind(uploadId)
    .first<{ image_id: number }>();
  return row?.image_id ?? 0;
};

const seedTaken = async () => {
  const { imageId, uniqueLink } = await seedPublishedImage(worker, { userId: person.userId });
  const { takenAt, camera, exposure } = packTaken(takenFromWire({ ...TAKEN, location: LOCATION }));
  await DB.prepare('UPDATE images SET taken_at = ?, camera = ?, exposure = ? WHERE id = ?')
    .bind(takenAt, camera, exposure, imageId)
    .run();
  return { imageId, uniqueLink };
};

const changeSharing = async (change: Record<string, boolean>) => {
  const { data } = await call(worker, person, 'PATCH', '/user/sharing', change);
  expect(data).toMatchObject(change);
};

const countKept = async () =>
  (
    await DB.prepare(
      `SELECT (SELECT count(*) FROM images WHERE coalesce(camera, exposure, taken_at) IS NOT NULL)
         + (SELECT count(*) FROM trashed_images WHERE image LIKE '%GR III%')
         + (SELECT count(*) FROM upload_sessions WHERE taken IS NOT NULL) AS n`,
    ).first<{ n: number }>()
  )?.n;

describe('the facts of a photograph', () => {
  it('come with the image, alone and in the list, and leave its session', async () => {
    const before = Number(await countKept());
    const imageId = await uploadTaken(TAKEN);
    expect((await readAs(imageId)).data).toMatchObject(TAKEN);
    const list = await worker.fetch('/api/v1/images/', { headers: person.headers });
    expect(await list.json()).toMatchObject({ data: { images: [TAKEN] } });
    expect(await countKept()).toBe(before + 1);
  });

  it('stay through the trash, and go with the image', async () => {
    const { imageId } = await seedTaken();
    const before = await countKept();
    await trashAs(worker, person, imageId);
    expect(await countKept()).toBe(before);
    await restoreAs(worker, person, [imageId]);
    expect((await readAs(imageId)).data).toMatchObject(TAKEN);
    await deleteImageAs(worker, person, imageId);
    expect(await countKept()).toBe(Number(before) - 1);
  });

  it('may be few or none', async () => {
    const some = await uploadTaken({ taken_at: '2024-07-14T21:05:09', camera: { iso: 100 } });
    expect((await readAs(some)).data).toMatchObject({
      taken_at: '2024-07-14T21:05:09',
      camera: { iso: 100 },
    });
    for (const taken of [undefined, {}, { camera: {} }]) {
      const imageId = await uploadTaken(taken);
      expect((await readAs(imageId)).data).toMatchObject({ taken_at: null, camera: null });
    }
  });

  it('stand on no page or link of the image that others may open', async () => {
    const { uniqueLink } = await seedTaken();
    const embed = `/oembed?url=${encodeURIComponent(`${BASE_URL}/p/${uniqueLink}`)}`;
    for (const path of [`/p/${uniqueLink}`, `/i/${uniqueLink}.webp`, embed]) {
      const response = await worker.fetch(path);
      expect(response.status, path).toBe(200);
      expect(await response.text()).not.toMatch(/GR III|2024-07-14|18\.3/u);
    }
    await worker.settle();
  });

  it('stand on share pages once their owner shows them, the place never', async () => {
    await changeSharing({ show_camera: true });
    const { imageId, uniqueLink } = await seedTaken();
    const made = await call<{ url: string }>(
      worker,
      person,
      'POST',
      `/images/${imageId}/links`,
      {},
    );
    const shared = new URL(made.data.url);
    for (const path of [`/p/${uniqueLink}`, shared.pathname + shared.search]) {
      const response = await worker.fetch(path, { headers: { 'Accept-Language': 'de' } });
      // A token may contain the digits of a place.
      const page = (await response.text()).replaceAll(tokenOf(made.data.url), '');
      expect(page).toContain('RICOH GR III &quot;Diary&quot; · GR 18.3mm ƒ/2.8');
      expect(page).toMatch(/Aufgenommen am 14\.07\.2024, 21:05 · ƒ\/2,8 · 1\/250\u00A0s/u);
      expect(page).not.toMatch(/48(?:[.,]85|°|\s)|2[.,]29/u);
    }
    await worker.settle();
  });

  it('may be dated ahead of the service, whose clock no camera follows', async () => {
    const taken_at = '2099-12-31T23:59:59+14:00';
    expect((await readAs(await uploadTaken({ taken_at }))).data).toMatchObject({ taken_at });
  });

  it.each(['1825-12-31T23:59:59Z', '2100-01-01T00:00:00'])(
    'have no date as %s',
    async (taken_at) => {
      const { manifest } = await sessionWith({ taken_at });
      expect(await client.create(manifest)).toMatchObject({ status: 400, code: 3005 });
    },
  );

  it('hold the place only while the account keeps it, and only for its owner', async () => {
    const located = { ...TAKEN, location: LOCATION };
    const before = await uploadTaken(located);
    expect((await readAs(before)).data).toMatchObject({ ...TAKEN, location: null });
    await changeSharing({ keep_location: true });
    const kept = await uploadTaken(located);
    await changeSharing({ keep_location: false });
    const after = await uploadTaken(located);
    expect((await readAs(kept)).data).toMatchObject(located);
    expect((await readAs(after)).data).toMatchObject({ ...TAKEN, location: null });
    const admin = await registerAdmin(worker);
    const path = `/api/v1/images/${kept}`;
    const seen = await worker.fetch(path, { headers: admin.headers });
    expect(await seen.json()).toMatchObject({ data: { ...TAKEN, location: null } });
    const rows = await DB.prepare(
      "SELECT count(*) AS n FROM upload_sessions WHERE taken LIKE '%48.85%'",
    ).first();
    expect(rows).toEqual({ n: 0 });
  });

  it('come with the image in an album of its owner, the place too', async () => {
    const { imageId } = await seedTaken();
    const { id } = await createAlbumAs(worker, person);
    await addToAlbumAs(worker, person, id, [imageId]);
    const { data } = await callAlbums(worker, person, 'GET', `/${id}/images`);
    expect(data).toMatchObject({ images: [{ ...TAKEN, location: LOCATION }] });
  });

  it('belong to what an idempotency key stands for', async () => {
    const { manifest } = await sessionWith(TAKEN);
    const key = crypto.randomUUID();
    expect((await client.create(manifest, key)).status).toBe(201);
    expect((await client.create(manifest, key)).status).toBe(200);
    const other = { ...manifest, taken: { ...TAKEN, camera: { ...CAMERA, iso: 200 } } };
    expect(await client.create(other, key)).toMatchObject({ status: 409, code: 4091 });
  });
});
