import { describe, expect, it } from 'vitest';
import { joinBytes, sha256Hex, utf8 } from '../../../../src/shared/bytes.ts';
import { craftExif } from '../../../unit/imaging/fixtures/craft-exif.ts';
import { call } from '../../../support/api-call.ts';
import { listPage } from '../../../support/lists.ts';
import { fileScene, makePhoto, sendFile, type FileScene } from '../../../support/whole-files.ts';

const GPS = { 1: 'N', 2: [48, 1, 30, 1, 0, 1], 3: 'E', 4: [2, 1, 0, 1, 0, 1] };
const LOCATION = { latitude: 48.5, longitude: 2 };
const TAKEN = {
  taken_at: '2026-07-14T21:05:09+02:00',
  camera: { name: 'RICOH GR III', iso: 400 },
};

/** No two are equal. */
const makePhotograph = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const image = { 0x010f: 'RICOH IMAGING COMPANY, LTD.', 0x0110: 'GR III' };
  const photograph = { 0x8827: 400, 0x9003: '2026:07:14 21:05:09', 0x9011: '+02:00' };
  const block = joinBytes([utf8('Exif\0\0'), craftExif(image, photograph, true, GPS)]);
  const length = block.length + 2;
  const photo = await makePhoto();
  const marker = Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff);
  return joinBytes([photo.subarray(0, 2), marker, block, photo.subarray(2)]);
};

const uploadTo = async (scene: FileScene, bytes: Uint8Array<ArrayBuffer>) => {
  const { worker, person } = scene;
  const { status, body } = await sendFile(scene, bytes);
  expect(status).toBe(201);
  return (await call(worker, person, 'GET', `/images/${String(body.data.id)}`)).data;
};

describe.each([
  ['prepared by the service', {}],
  ['kept whole', { V2_UPLOAD_ENABLED: 'false' }],
])('a photograph that is %s', (_, vars) => {
  it('has the facts of its EXIF, and its place once the account keeps it', async () => {
    const scene = await fileScene({ vars });
    const { worker, person } = scene;
    expect(await uploadTo(scene, await makePhotograph())).toMatchObject({
      ...TAKEN,
      location: null,
    });
    await call(worker, person, 'PATCH', '/user/sharing', { keep_location: true });
    const located = await uploadTo(scene, await makePhotograph());
    expect(located).toMatchObject({ ...TAKEN, location: LOCATION });
    const waiting = await worker.env.DB.prepare(
      'SELECT count(*) AS n FROM upload_sessions WHERE taken IS NOT NULL',
    ).first();
    expect(waiting).toEqual({ n: 0 });
  });

  it('is found by the hash of its file', async () => {
    const scene = await fileScene({ vars });
    const bytes = await makePhotograph();
    const { id } = await uploadTo(scene, bytes);
    const source_sha256 = await sha256Hex(bytes);
    const { data } = await listPage(scene.worker, scene.person, { source_sha256 });
    expect(data.images.map((image) => image.id)).toEqual([id]);
  });
});
