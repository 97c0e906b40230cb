import { describe, expect, it } from 'vitest';
import { joinBytes, sha256Hex } from '../../../../src/shared/bytes.ts';
import {
  exifSegment,
  imageChunk,
  insertSegments,
  pngChunk,
  riffChunk,
  writeExtendedWebp,
} from '../../../unit/imaging/fixtures/craft.ts';
import { addExif, exifItem } from '../../../unit/imaging/fixtures/craft-avif-exif.ts';
import { craftExif } from '../../../unit/imaging/fixtures/craft-exif.ts';
import { call } from '../../../support/api-call.ts';
import { listPage } from '../../../support/lists.ts';
import { fileScene, makePlain, sendFile, type FileScene } from '../../../support/whole-files.ts';

const GPS = { 1: 'N', 2: [48, 1, 30, 1, 0, 1], 3: 'E', 4: [2, 1, 0, 1, 0, 1] };
const LOCATION = { latitude: 48.5, longitude: 2 };
const TAKEN = {
  taken_at: '2026-07-14T21:05:09+02:00',
  camera: { name: 'RICOH GR III', iso: 400 },
};

const EXIF = craftExif(
  { 0x010f: 'RICOH IMAGING COMPANY, LTD.', 0x0110: 'GR III' },
  { 0x8827: 400, 0x9003: '2026:07:14 21:05:09', 0x9011: '+02:00' },
  true,
  GPS,
);
const EXIF_FLAG = 8;
/** Length of signature and IHDR. */
const PNG_HEAD_BYTES = 33;

const PHOTOGRAPHS: Readonly<Record<string, () => Promise<Uint8Array<ArrayBuffer>>>> = {
  JPEG: async () => joinBytes([insertSegments(await makePlain(), exifSegment(EXIF))]),
  PNG: async () => {
    const plain = await makePlain('image/png');
    const [head, rest] = [plain.subarray(0, PNG_HEAD_BYTES), plain.subarray(PNG_HEAD_BYTES)];
    return joinBytes([head, pngChunk('eXIf', EXIF), rest]);
  },
  WebP: async () => {
    const plain = imageChunk(await makePlain('image/webp'));
    const size = { width: 60, height: 40 };
    return joinBytes([writeExtendedWebp(EXIF_FLAG, size, plain, riffChunk('EXIF', EXIF))]);
  },
  AVIF: async () => addExif(await makePlain('image/avif'), exifItem(EXIF)),
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
  it.each(Object.entries(PHOTOGRAPHS))(
    'has the facts of its EXIF as %s, and its place once the account keeps it',
    async (_, make) => {
      const scene = await fileScene({ vars });
      const { worker, person } = scene;
      expect(await uploadTo(scene, await make())).toMatchObject({ ...TAKEN, location: null });
      await call(worker, person, 'PATCH', '/user/sharing', { keep_location: true });
      const located = await uploadTo(scene, await make());
      expect(located).toMatchObject({ ...TAKEN, location: LOCATION });
      const waiting = await worker.env.DB.prepare(
        'SELECT count(*) AS n FROM upload_sessions WHERE taken IS NOT NULL',
      ).first();
      expect(waiting).toEqual({ n: 0 });
    },
  );

  it('is found by the hash of its file', async () => {
    const scene = await fileScene({ vars });
    const bytes = await makePlain();
    const { id } = await uploadTo(scene, bytes);
    const source_sha256 = await sha256Hex(bytes);
    const { data } = await listPage(scene.worker, scene.person, { source_sha256 });
    expect(data.images.map((image) => image.id)).toEqual([id]);
  });
});
