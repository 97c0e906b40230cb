import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { makePng } from '../../../support/craft-images.ts';
import { legacyClient, LEGACY_VARS } from '../../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { registerAdmin } from '../../../support/states.ts';
import { prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

interface Limits {
  readonly storage_quota: number;
  readonly image_limit: number | null;
  readonly image_count: number;
}

let worker: TestWorker;
let admin: Person;
let person: Person;

beforeEach(async () => {
  worker = createTestWorker();
  admin = await registerAdmin(worker);
  person = await registerAndLogin(worker);
});

const change = (body: unknown, { userId } = person) =>
  call<Limits>(worker, admin, 'PATCH', `/admin/users/${String(userId)}/limits`, body);

const open = async (through = worker) =>
  uploadClient(through, person).create((await prepareUpload()).manifest);

describe('the limits of an account', () => {
  it('change one by one, and show in the list of users', async () => {
    const first = await change({ storage_quota: 5_000_000_000 });
    expect(first).toMatchObject({
      code: 0,
      data: { storage_quota: 5_000_000_000, image_limit: null },
    });
    const second = await change({ image_limit: 7 });
    expect(second.data).toMatchObject({ storage_quota: 5_000_000_000, image_limit: 7 });
    const path = `/admin/users?ids=${String(person.userId)}`;
    const { data } = await call<{ items: Limits[] }>(worker, admin, 'GET', path);
    expect(data.items).toMatchObject([{ storage_quota: 5_000_000_000, image_limit: 7 }]);
    expect((await change({ image_limit: null })).data).toMatchObject({ image_limit: null });
  });

  it('leave an entry in the audit trail with what was set', async () => {
    await change({ storage_quota: 1, image_limit: null });
    const entries = await readRows(
      worker.services.db,
      statement(
        'SELECT actor_id, action, detail FROM audit_log WHERE subject = ?',
        `user:${String(person.userId)}`,
      ),
    );
    const detail = '{"storage_quota":1,"image_limit":null}';
    expect(entries).toEqual([{ actor_id: admin.userId, action: 'set_limits', detail }]);
  });

  it('below what the account holds refuse uploads (4012) and delete nothing', async () => {
    const { imageId } = await seedPublishedImage(worker, { userId: person.userId });
    expect(await change({ storage_quota: 0 })).toMatchObject({ code: 0 });
    expect(await open()).toMatchObject({ status: 403, code: 4012 });
    expect(await change({ storage_quota: 10_000_000_000, image_limit: 0 })).toMatchObject({
      code: 0,
    });
    expect(await open()).toMatchObject({
      code: 4012,
      message: 'The account holds too many images',
    });
    expect(await call(worker, person, 'GET', `/images/${String(imageId)}`)).toMatchObject({
      code: 0,
    });
    expect(await findInconsistencies(worker)).toEqual([]);
    await change({ image_limit: 2 });
    expect(await open()).toMatchObject({ status: 201 });
  });

  it('on images replace the deployment’s in both directions, in both pipelines', async () => {
    const vars = { IMAGES_PER_USER: '1' };
    const narrow = createTestWorker({ vars });
    await change({ image_limit: 3 });
    // In any order: each batch counts the sessions that earlier ones opened.
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(narrow)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 4012)).toHaveLength(3);
    const other = await registerAndLogin(worker);
    const send = async (through: TestWorker) =>
      (await legacyClient(through, other).upload(makePng())).code;
    await change({ image_limit: 0 }, other);
    expect(await send(createTestWorker({ vars: LEGACY_VARS }))).toBe(4012);
    await change({ image_limit: 1 }, other);
    expect(await send(createTestWorker({ vars: LEGACY_VARS }))).toBe(0);
    expect(await send(createTestWorker({ vars: LEGACY_VARS }))).toBe(4012);
  });

  it('let an upload end that was opened before', async () => {
    const client = uploadClient(worker, person);
    const uploadId = await uploadAll(client, await prepareUpload());
    await change({ storage_quota: 0, image_limit: 0 });
    expect((await client.complete(uploadId)).status).toBe(200);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it.each([
    [{}],
    [{ storage_quota: -1 }],
    [{ storage_quota: 2 ** 50 + 1 }],
    [{ storage_quota: null }],
    [{ image_limit: 1.5 }],
    [{ image_limit: 100_000_001 }],
  ])('refuse %j (3000)', async (body) => {
    expect(await change(body)).toMatchObject({ status: 400, code: 3000 });
  });

  it('of an unknown account are 4041', async () => {
    const body = { image_limit: 1 };
    expect(await change(body, { ...person, userId: 999_999_999 })).toMatchObject({ code: 4041 });
  });
});
