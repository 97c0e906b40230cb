import { beforeEach, describe, expect, it } from 'vitest';
import { requestDeletion } from '../../../../src/worker/domain/accounts/request-deletion.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { seedPublishedImage, seedUser, type SeededImage } from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { seedLegacyImage } from '../../../support/legacy-images.ts';
import { loginAs, registerAndLogin, type Person } from '../../../support/people.ts';
import { registerAdmin } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

/** Every variant of the seeded image is this file, so twice the stored bytes is eight downloads. */
const SIZE = WEBP.lossy.byteLength;
const DOWNLOADS = 8;

let worker: TestWorker;
let person: Person;
let image: SeededImage;

beforeEach(async () => {
  worker = createTestWorker();
  const registered = await registerAndLogin(worker);
  image = await seedPublishedImage(worker, {
    userId: registered.userId,
    visibility: 'private',
    file: WEBP.lossy,
  });
  await requestDeletion(worker.services, { userId: await seedUser(worker) }, registered);
  person = await loginAs(worker, registered);
});

interface Asking {
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly through?: TestWorker;
  readonly who?: Person;
}

const get = async (
  kind: string,
  { headers = {}, method = 'GET', through = worker, who = person }: Asking = {},
) => {
  const response = await through.fetch(`/i/${image.uniqueLink}S/${kind}.webp`, {
    method,
    headers: { Authorization: `Bearer ${who.bearer}`, ...headers },
  });
  const body = await response.arrayBuffer();
  const failed = response.status === 403;
  const text = new TextDecoder().decode(body);
  return {
    status: response.status,
    bytes: body.byteLength,
    code: failed ? (JSON.parse(text) as { code: number }).code : 0,
    etag: response.headers.get('ETag') ?? '',
  };
};

const bytesLeft = () =>
  worker.env.DB.prepare('SELECT image_bytes_left AS n FROM download_allowances WHERE user_id = ?')
    .bind(person.userId)
    .first<number>('n');

describe('a locked owner’s download allowance', () => {
  it('is twice the stored bytes, and then downloads answer 4039', async () => {
    for (let time = 0; time < DOWNLOADS; time += 1) {
      const kind = time % 2 === 0 ? 'master' : 'publish';
      expect(await get(kind)).toMatchObject({ status: 200, bytes: SIZE });
    }
    expect(await bytesLeft()).toBe(0);
    for (const kind of ['master', 'admin', 'gallery', 'publish']) {
      expect(await get(kind)).toMatchObject({ status: 403, code: 4039 });
    }
  });

  it('counts stored and derived images of pipeline 1, too', async () => {
    const owner = await registerAndLogin(worker);
    const { uniqueLink } = await seedLegacyImage(worker, {
      userId: owner.userId,
      visibility: 'private',
    });
    await requestDeletion(worker.services, { userId: await seedUser(worker) }, owner);
    const headers = { Authorization: `Bearer ${(await loginAs(worker, owner)).bearer}` };
    const statusOf = async (suffix: string): Promise<number> => {
      const response = await worker.fetch(`/i/${uniqueLink}${suffix}`, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    expect([await statusOf(''), await statusOf('?w=4'), await statusOf('')]).toEqual([
      200, 200, 403,
    ]);
  });

  it('admits exactly as many of fifty concurrent downloads as fit', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('master')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(DOWNLOADS);
    expect(answers.filter(({ code }) => code === 4039)).toHaveLength(50 - DOWNLOADS);
    expect(await bytesLeft()).toBe(0);
  });

  it('charges sent bytes: a range its length, HEAD and 304 nothing', async () => {
    const { etag } = await get('master');
    const before = (await bytesLeft()) ?? -1;
    expect(await get('master', { headers: { Range: 'bytes=10-19' } })).toMatchObject({ bytes: 10 });
    expect(await bytesLeft()).toBe(before - 10);
    expect(await get('master', { method: 'HEAD' })).toMatchObject({ status: 200 });
    expect(await get('master', { headers: { 'If-None-Match': etag } })).toMatchObject({
      status: 304,
    });
    expect(await get('master', { headers: { Range: 'bytes=999999999-' } })).toMatchObject({
      status: 416,
    });
    expect(await bytesLeft()).toBe(before - 10);
  });

  it('is not charged when an administrator views the images', async () => {
    const admin = await registerAdmin(worker);
    const before = await bytesLeft();
    expect(await get('admin', { who: admin })).toMatchObject({ status: 200 });
    expect(await bytesLeft()).toBe(before);
  });

  it('costs one more round trip, and none for an active owner', async () => {
    const count = async (who: Person): Promise<number> => {
      const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
      const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
      await counted.fetch('/api/v1/user/profile', { headers: who.headers });
      const opened = callsAt(tally, 'DB');
      expect(await get('master', { through: counted, who })).toMatchObject({ status: 200 });
      return callsAt(tally, 'DB') - opened;
    };
    expect(await count(person)).toBe(2);
    const active = await registerAndLogin(worker);
    image = await seedPublishedImage(worker, { userId: active.userId, visibility: 'private' });
    expect(await count(active)).toBe(1);
  });
});
