import { beforeEach, describe, expect, it } from 'vitest';
import { changeLimits } from '../../../../src/worker/domain/accounts/change-limits.ts';
import { issuePasswordReset } from '../../../../src/worker/domain/accounts/issue-password-reset.ts';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { call } from '../../../support/api-call.ts';
import { listOperations, type ApiOperation } from '../../../support/api-operations.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedPublishedImage, seedUser } from '../../../support/images.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { prepareUpload, uploadAll, uploadClient, type Prepared } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const LOCKED = 4038;

/** The writes for images and uploads that have another code. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  // No legacy upload is possible while pipeline 2 is on.
  'POST /images/': 4262,
  // Reads, and ways to cancel an upload.
  'POST /uploads/status': 0,
  'DELETE /uploads/{uploadID}': 0,
};

/** Of images and uploads. */
const WRITES = /^\/api\/v1\/(?:(?:uploads|images|picgo)\/|upload$)/u;

let worker: TestWorker;
let person: Person;
let upload: Prepared;
let uploadId: string;
let imageId: number;

const listWrites = async (): Promise<(ApiOperation & { readonly name: string })[]> => {
  const writes = (await listOperations(worker)).filter(
    ({ method, path }) => method !== 'GET' && WRITES.test(path),
  );
  return writes.map((write) => {
    const path = write.path.replace('/api/v1', '');
    return { ...write, path, name: `${write.method} ${path}` };
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

const send = async ({ method, path: route, example }: ApiOperation): Promise<number> => {
  const path = route
    .replace('{uploadID}', uploadId)
    .replace('{kind}', 'master')
    .replace('{id}', String(imageId))
    .replace('{linkId}', '1');
  const client = uploadClient(worker, person);
  if (method === 'PUT') return (await client.put(uploadId, 'master', upload.bodies.master)).code;
  const json = route === '/uploads/status' ? { upload_ids: [uploadId] } : example;
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
  const init = json === undefined ? {} : { headers, body: JSON.stringify(json) };
  return (await client.send(method, path, init)).code;
};

describe('an account scheduled for deletion', () => {
  it('gets 4038 from every write for images and uploads, a few excepted', async () => {
    const writes = await listWrites();
    const codes: Record<string, number> = {};
    // The account's only upload is cancelled last.
    const isCancellation = ({ name }: { name: string }) => name === 'DELETE /uploads/{uploadID}';
    for (const write of writes.toSorted((a, b) => +isCancellation(a) - +isCancellation(b))) {
      codes[write.name] = await send(write);
    }
    const expected = writes.map(({ name }) => [name, EXCEPTIONS[name] ?? LOCKED]);
    expect(codes).toEqual(Object.fromEntries(expected));
    expect(codes).toMatchObject(EXCEPTIONS);
    expect(writes.length).toBeGreaterThan(8);
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

  it('cannot set its password by a link from before the lock, but by a new one', async () => {
    const { services } = worker;
    const newcomer = await registerAndLogin(worker);
    const { userId } = newcomer;
    const admin = { userId: await seedUser(worker) };
    const earlier = await issuePasswordReset(services, admin.userId, userId);
    await requestDeletion(services, admin, newcomer);
    const later = await issuePasswordReset(services, admin.userId, userId);
    const set = (token: string) =>
      call(worker, null, 'POST', '/auth/password-reset', { token, new_password: 'another one' });
    expect(await set(earlier.token)).toMatchObject({ status: 403, code: 4030 });
    expect(await set(later.token)).toMatchObject({ code: 0 });
    const locked = await loginAs(worker, { ...newcomer, password: 'another one' });
    expect(await uploadClient(worker, locked).create(upload.manifest)).toMatchObject({
      code: 4038,
    });
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('keeps the lock whatever its limits become', async () => {
    const change = { userId: person.userId, storageQuota: 2 ** 40, imageLimit: 9 };
    await changeLimits(worker.services, null, change);
    expect(await uploadClient(worker, person).create(upload.manifest)).toMatchObject({
      code: 4038,
    });
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
