import { beforeEach, describe, expect, it } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedPublishedImage, seedUser } from '../../../support/images.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { prepareUpload, uploadAll, uploadClient, type Prepared } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

/** Expected code of each write route for images, for a locked account. */
const EXPECTED: Readonly<Record<string, number>> = {
  'POST /uploads/': 4038,
  'PUT /uploads/{uploadID}/parts/{kind}': 4038,
  'POST /uploads/{uploadID}/complete': 4038,
  'DELETE /images/{id}': 4038,
  'PATCH /images/{id}/visibility': 4038,
  'POST /images/{id}/tokens': 4038,
  'DELETE /images/{id}/tokens': 4038,
  // No legacy upload is possible while pipeline 2 is on.
  'POST /images/': 4262,
  // Reads, and ways to cancel an upload.
  'POST /uploads/status': 0,
  'DELETE /uploads/{uploadID}': 0,
};

let worker: TestWorker;
let person: Person;
let upload: Prepared;
let uploadId: string;
let imageId: number;

const listWrites = async (): Promise<string[]> => {
  const response = await worker.fetch('/api/v1/openapi.json');
  const { paths } = await response.json<{ paths: Record<string, Record<string, unknown>> }>();
  return Object.entries(paths).flatMap(([path, methods]) => {
    const route = path.replace('/api/v1', '');
    if (!/^\/(uploads|images)\//u.test(route)) return [];
    const writes = Object.keys(methods).filter((method) => method !== 'get');
    return writes.map((method) => `${method.toUpperCase()} ${route}`);
  });
};

beforeEach(async () => {
  worker = createTestWorker();
  const registered = await registerAndLogin(worker);
  const { userId } = registered;
  ({ imageId } = await seedPublishedImage(worker, { userId, visibility: 'private' }));
  upload = await prepareUpload();
  uploadId = await uploadAll(uploadClient(worker, registered), upload);
  await requestDeletion(worker.services, { userId: await seedUser(worker) }, registered);
  person = await loginAs(worker, registered);
});

const send = async (write: string): Promise<number> => {
  const [method = '', route = ''] = write.split(' ');
  const path = route
    .replace('{uploadID}', uploadId)
    .replace('{kind}', 'master')
    .replace('{id}', String(imageId));
  const client = uploadClient(worker, person);
  if (write === 'POST /uploads/') return (await client.create(upload.manifest)).code;
  if (method === 'PUT') return (await client.put(uploadId, 'master', upload.bodies.master)).code;
  const bodies: Record<string, unknown> = {
    'PATCH /images/{id}/visibility': { visibility: 'public' },
    'POST /uploads/status': { upload_ids: [uploadId] },
  };
  const headers = { 'Content-Type': 'application/json' };
  const init = method === 'DELETE' ? {} : { headers, body: JSON.stringify(bodies[write] ?? {}) };
  const answer = await client.send(method, path, init);
  return answer.code;
};

describe('an account scheduled for deletion', () => {
  it('is tested with every write route of uploads and images', async () => {
    expect((await listWrites()).sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(Object.entries(EXPECTED))('gets from %s the code %i', async (write, code) => {
    expect(await send(write)).toBe(code);
  });

  it('gets 4038 before any fault of a manifest, after a repeated key', async () => {
    const newcomer = await registerAndLogin(worker);
    const key = crypto.randomUUID();
    const opened = await uploadClient(worker, newcomer).create(upload.manifest, key);
    await requestDeletion(worker.services, { userId: await seedUser(worker) }, newcomer);
    const locked = await loginAs(worker, newcomer);
    const client = uploadClient(worker, locked);
    const { manifest } = upload;
    const [master, ...others] = manifest.parts;
    const faults: Record<string, unknown> = {
      'no manifest at all': [],
      'another recipe version': { ...manifest, recipe_version: '9.0.0' },
      'an unknown visibility': { ...manifest, visibility: 'hidden' },
      'an animated source': { ...manifest, source: { ...manifest.source, animated: true } },
      'a part too few': { ...manifest, parts: others },
      'a part too large': { ...manifest, parts: [{ ...master, size: 33_554_433 }, ...others] },
      'another quality': { ...manifest, parts: [{ ...master, quality: 1 }, ...others] },
    };
    for (const [fault, body] of Object.entries(faults)) {
      expect(await client.create(body), fault).toMatchObject({ status: 403, code: 4038 });
      expect(await client.create(body, key), fault).toMatchObject({ status: 403, code: 4038 });
    }
    const unreadable: Record<string, [body: string, type: string]> = {
      'no JSON': ['{', 'application/json'],
      'of another type': [JSON.stringify(manifest), 'text/plain'],
      'too large': [' '.repeat(worker.services.config.JSON_BODY_MAX_BYTES + 1), 'application/json'],
    };
    for (const [fault, [body, type]] of Object.entries(unreadable)) {
      const headers = { 'Content-Type': type, 'Idempotency-Key': key };
      const answer = await client.send('POST', '/uploads/', { body, headers });
      expect(answer, fault).toMatchObject({ status: 403, code: 4038 });
    }
    const other = { ...manifest, filename: 'other.jpg' };
    expect(await client.create(other, key)).toMatchObject({ code: 4038 });
    expect(await client.create(manifest, '')).toMatchObject({ code: 4038 });
    const off = createTestWorker({ vars: { V2_UPLOAD_ENABLED: 'false' } });
    expect(await uploadClient(off, locked).create(manifest)).toMatchObject({ code: 4038 });
    const replayed = await client.create(manifest, key);
    expect(replayed).toMatchObject({ status: 200, data: { upload_id: opened.data.upload_id } });
  });

  it('can read all, clear its notifications and change its password', async () => {
    const get = async (path: string) =>
      (await (await worker.fetch(path, { headers: person.headers })).json<{ code: number }>()).code;
    for (const path of [
      'auth/me',
      'user/profile',
      'images/',
      `images/${String(imageId)}`,
      'notifications/',
      'uploads/recipe',
    ]) {
      expect(await get(`/api/v1/${path}`)).toBe(0);
    }
    const write = async (method: string, path: string, body?: unknown) => {
      const response = await worker.fetch(`/api/v1/${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...person.headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json<{ code: number }>()).code;
    };
    expect(await write('PATCH', 'notifications/batch-read')).toBe(0);
    expect(await write('DELETE', 'notifications/clear')).toBe(0);
    const passwords = { old_password: person.password, new_password: 'another one' };
    expect(await write('PATCH', 'user/password', passwords)).toBe(0);
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
