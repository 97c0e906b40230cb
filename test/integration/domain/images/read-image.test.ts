import { beforeAll, describe, expect, it } from 'vitest';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { listPage } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker } from '../../../support/worker.ts';

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({ intercept: countInto(tally) });

const read = async ({ headers }: Person, id: string | number) => {
  const response = await worker.fetch(`/api/v1/images/${id}`, { headers });
  return { status: response.status, ...(await response.json<{ code: number; data?: unknown }>()) };
};

const setRole = async ({ userId }: Person, role: string): Promise<void> => {
  await worker.env.DB.prepare('UPDATE users SET role = ? WHERE id = ?').bind(role, userId).run();
};

describe('the detail of an image', () => {
  let owner: Person;
  let other: Person;
  let image: SeededImage;

  beforeAll(async () => {
    owner = await registerAndLogin(worker);
    other = await registerAndLogin(worker);
    image = await seedPublishedImage(worker, { userId: owner.userId, visibility: 'private' });
  });

  it('equals its entry in the list', async () => {
    const { data } = await listPage(worker, owner);
    expect(await read(owner, image.imageId)).toMatchObject({ status: 200, data: data.images[0] });
  });

  it('answers 4031 to other users, and is shown to an administrator', async () => {
    expect(await read(other, image.imageId)).toMatchObject({ status: 403, code: 4031 });
    await setRole(other, 'admin');
    expect(await read(other, image.imageId)).toMatchObject({ status: 200 });
  });

  it('answers 4031 to a former administrator immediately', async () => {
    await setRole(other, 'admin');
    expect(await read(other, image.imageId)).toMatchObject({ status: 200 });
    await setRole(other, 'user');
    expect(await read(other, image.imageId)).toMatchObject({ code: 4031 });
  });

  it('costs one D1 round trip and one object call', async () => {
    await read(owner, image.imageId);
    Object.assign(tally, { calls: {} });
    await read(owner, image.imageId);
    expect(callsAt(tally, 'DB')).toBe(1);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
  });

  it.each(['999999999', '9007199254740993', '18446744073709551615'])(
    'answers 4041 for the unknown id %s',
    async (id) => {
      expect(await read(owner, id)).toMatchObject({ status: 404, code: 4041 });
    },
  );

  it.each(['0', '-1', '01', '1.0', '1e3', 'abc', '%20', '999999999999999999999'])(
    'answers 3001 for the malformed id %s',
    async (id) => {
      expect(await read(owner, id)).toMatchObject({ status: 400, code: 3001 });
    },
  );

  it('gives the reason of a failed publication', async () => {
    const failed = await seedPublishedImage(worker, { userId: other.userId });
    await worker.env.DB.prepare(
      "UPDATE images SET processing_status = 'failed', failure_code = 1003, failure_message = 'Not an image' WHERE id = ?",
    )
      .bind(failed.imageId)
      .run();
    const failure = { code: 1003, message: 'Not an image' };
    expect(await read(other, failed.imageId)).toMatchObject({ status: 200, data: { failure } });
    const { data } = await read(owner, image.imageId);
    expect(data).not.toHaveProperty('failure');
  });

  it('requires a session', async () => {
    const response = await worker.fetch(`/api/v1/images/${image.imageId}`);
    expect(response.status).toBe(401);
  });
});
