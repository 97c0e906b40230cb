import { beforeAll, expect, it } from 'vitest';
import { TintypeApi } from '../../../../src/client/api.ts';
import { cookieCredentials } from '../../../../src/client/credentials.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { loginAs, registerAndLogin } from '../../../support/people.ts';
import {
  KINDS,
  loseMessages,
  prepareUpload,
  uploadAll,
  uploadClient,
  type UploadClient,
} from '../../../support/uploads.ts';
import { BASE_URL, createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker({ intercept: loseMessages() });
let client: UploadClient;

beforeAll(async () => {
  const { headers } = await registerAndLogin(worker);
  client = uploadClient(worker, { headers });
});

it('the recipe has its limits and every hint', async () => {
  const { status, data } = await client.recipe();
  expect(status).toBe(200);
  expect(data).toEqual({
    v2_enabled: true,
    pipeline_version: 2,
    recipe_version: '2.0.0',
    max_part_bytes: 33_554_432,
    max_pixels: 50_000_000,
    session_ttl_ms: 3_600_000,
    variants: [
      { kind: 'master', quality: 80, fit: 'original' },
      { kind: 'gallery', quality: 60, fit: 'cover', width: 400, height: 400 },
      { kind: 'admin', quality: 60, fit: 'cover', width: 120, height: 160 },
      { kind: 'publish_source', quality: 80, fit: 'contain', long_edge: 2048 },
    ],
    max_source_bytes: 15_728_640,
    client_pipeline_concurrency: 2,
    client_active_session_concurrency: 4,
    client_max_native_concurrency: 1,
    supported_source_mime_types: [
      'image/jpeg',
      'image/png',
      'image/webp',
      'image/avif',
      'image/gif',
    ],
  });
});

it('an upload leads from its manifest to an image in processing', async () => {
  const upload = await prepareUpload({ filename: 'in the garden.tar.JPG', bytes: 200_000 });
  const created = await client.create(upload.manifest);
  expect(created.status).toBe(201);
  const session = created.data;
  expect(session.upload_id).toMatch(/^[A-Za-z0-9_-]{32}$/u);
  expect(session.status).toBe('initiated');
  expect(Date.parse(session.expires_at)).toBe(worker.clock.now() + 3_600_000);
  expect(session.parts).toEqual(
    upload.manifest.parts.map(({ kind, size, sha256, width, height }) => ({
      kind,
      status: 'pending',
      put_url: `/api/v1/uploads/${session.upload_id}/parts/${kind}`,
      size,
      sha256,
      width,
      height,
    })),
  );

  for (const kind of KINDS) {
    const put = await client.put(session.upload_id, kind, upload.bodies[kind]);
    expect(put).toMatchObject({ status: 200, code: 0, data: { kind, status: 'uploaded' } });
    expect((await client.read(session.upload_id)).data.status).toBe('uploading');
  }
  const completed = await client.complete(session.upload_id);
  expect(completed.status).toBe(200);
  expect(completed.data).toEqual({
    upload_id: session.upload_id,
    status: 'processing',
    expires_at: session.expires_at,
    parts: KINDS.map((kind) => ({ kind, status: 'uploaded' })),
  });
  expect((await client.complete(session.upload_id)).data).toEqual(completed.data);
  expect(await findInconsistencies(worker)).toEqual([]);

  const image = await worker.env.DB.prepare('SELECT * FROM images ORDER BY id DESC').first();
  expect(image).toMatchObject({
    // Follows from the file's name.
    title: '',
    filename: 'in the garden.tar.JPG',
    width: 3000,
    height: 2000,
    file_size: 200_000,
    visibility: 'public',
    pipeline_version: 2,
    processing_status: 'pending',
  });
});

it('the status of a published session has the links of its image', async () => {
  const uploadId = await uploadAll(client, await prepareUpload({ visibility: 'private' }));
  await client.complete(uploadId);
  expect((await client.read(uploadId)).data).not.toHaveProperty('image_id');
  await worker.env.DB.prepare("UPDATE images SET processing_status = 'completed'").run();
  const { data } = await client.read(uploadId);
  expect(data.unique_link).toMatch(/^[A-Za-z0-9]{12}$/u);
  expect(data.asset_link).toBe(`${data.unique_link}S`);
  expect(data.image_id).toBeGreaterThan(0);
});

it('a part is accepted from the client library after its CSRF record has expired', async () => {
  // A separate clock keeps the records of other sessions valid.
  const own = createTestWorker({ intercept: loseMessages() });
  const person = await registerAndLogin(own);
  const answers: string[] = [];
  const api = new TintypeApi(BASE_URL, cookieCredentials(), async (input, init) => {
    const { pathname } = new URL(new Request(input).url);
    const { method = 'GET', body = null, headers } = init ?? {};
    const length = body instanceof Uint8Array ? { 'Content-Length': String(body.length) } : {};
    const sent = { ...(headers as Record<string, string>), ...length };
    const response = await own.fetch(pathname, { method, body, headers: sent });
    const { code } = await response.clone().json<{ code: number }>();
    answers.push(`${method} ${pathname.split('/').at(-1) ?? ''} ${String(code)}`);
    return response;
  });
  await api.login(person);
  own.clock.advance(own.services.config.CSRF_TTL_MS);
  const upload = await prepareUpload();
  const sameUser = uploadClient(own, await loginAs(own, person));
  const { data } = await sameUser.create(upload.manifest);
  answers.length = 0;
  for (const { kind, put_url } of data.parts) {
    await api.putPart(put_url, upload.bodies[kind as (typeof KINDS)[number]]);
  }
  expect(answers).toEqual([
    'PUT master 4036',
    'POST refresh 0',
    'PUT master 0',
    'PUT gallery 0',
    'PUT admin 0',
    'PUT publish_source 0',
  ]);
});
