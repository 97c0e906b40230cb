import { describe, expect, it } from 'vitest';
import { setStatus } from '../../../../src/worker/domain/accounts/set-status.ts';
import { makeKey, rotateKey, withdrawKey, type TestKey } from '../../../support/api-keys.ts';
import { LEGACY_VARS } from '../../../support/legacy.ts';
import { registerAdmin } from '../../../support/states.ts';
import {
  fileScene,
  type FileAnswer,
  type FileScene,
  formWith,
  makePhoto,
  sendTo,
} from '../../../support/whole-files.ts';
import { BASE_URL, createTestWorker } from '../../../support/worker.ts';

type Headers = Readonly<Record<string, string>>;

const upload = (
  { worker }: FileScene,
  { headers }: { readonly headers: Headers },
  bytes: Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): Promise<FileAnswer> =>
  sendTo(worker, '/api/v1/upload', { headers, body: formWith(bytes, { fields }) });

const deletionLink = async (scene: FileScene, by: { readonly headers: Headers } = scene.key) => {
  const { body } = await upload(scene, by, await makePhoto());
  return String(body.data.delete_url);
};

const useLink = async ({ worker }: FileScene, url: string, method: string): Promise<number> =>
  (await worker.fetch(url.slice(BASE_URL.length), { method })).status;

const bearerOf = ({ person }: FileScene) => ({
  headers: { Authorization: `Bearer ${person.bearer}` },
});

const countImages = async ({ worker, person }: FileScene): Promise<number> => {
  const row = await worker.env.DB.prepare('SELECT image_count AS count FROM users WHERE id = ?')
    .bind(person.userId)
    .first<{ count: number }>();
  return row?.count ?? -1;
};

describe('a deletion link for an API key', () => {
  it.each<[string, (scene: FileScene, key: TestKey) => Promise<unknown>]>([
    ['its withdrawal', ({ worker, person }, key) => withdrawKey(worker, person, key)],
    ['its rotation', ({ worker, person }, key) => rotateKey(worker, person, key)],
    ['its own end', async ({ worker }) => worker.clock.advance(3_600_000)],
    [
      'a suspension, also once that is over',
      async ({ worker, person: { userId } }) => {
        const admin = await registerAdmin(worker);
        await setStatus(worker.services, admin, { userId, status: 'suspended' });
        await setStatus(worker.services, admin, { userId, status: 'active' });
      },
    ],
  ])('ends with %s', async (_, end) => {
    const scene = await fileScene();
    const { worker, person } = scene;
    const expiresAt = new Date(worker.clock.now() + 3_600_000).toISOString();
    const key = await makeKey(worker, person, { expires_at: expiresAt });
    const url = await deletionLink(scene, key);
    expect(await useLink(scene, url, 'GET')).toBe(200);
    await end(scene, key);
    expect(await useLink(scene, url, 'GET')).toBe(404);
    expect(await useLink(scene, url, 'POST')).toBe(404);
    expect(await countImages(scene)).toBe(1);
  });

  it('stays with its key when another key of the account ends', async () => {
    const scene = await fileScene();
    const { worker, person } = scene;
    const other = await makeKey(worker, person);
    const url = await deletionLink(scene);
    await withdrawKey(worker, person, other);
    expect(await useLink(scene, url, 'POST')).toBe(200);
  });

  it('deletes nothing after the answer to the withdrawal, however many are used meanwhile', async () => {
    const scene = await fileScene();
    const { worker, person, key } = scene;
    const urls: string[] = [];
    for (let count = 0; count < 8; count += 1) urls.push(await deletionLink(scene));
    const early = urls.slice(0, 4).map((url) => useLink(scene, url, 'POST'));
    await withdrawKey(worker, person, key);
    const statuses = await Promise.all(urls.slice(4).map((url) => useLink(scene, url, 'POST')));
    expect(statuses).toEqual([404, 404, 404, 404]);
    const deleted = (await Promise.all(early)).filter((status) => status === 200);
    expect(await countImages(scene)).toBe(8 - deleted.length);
  });

  it('is dead from the start when its key is withdrawn during the upload', async () => {
    let withdraw = async (): Promise<unknown> => undefined;
    const scene = await fileScene({
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'put') await withdraw();
        return proceed();
      },
    });
    const { person, key } = scene;
    const elsewhere = createTestWorker({ clock: scene.worker.clock });
    withdraw = () => withdrawKey(elsewhere, person, key);
    const { status, body } = await upload(scene, key, await makePhoto());
    expect(status).toBe(201);
    expect(await useLink(scene, String(body.data.delete_url), 'POST')).toBe(404);
    expect(await countImages(scene)).toBe(1);
  });

  it('comes again, for the new value, when the file is sent after a rotation', async () => {
    const scene = await fileScene();
    const { worker, person, key } = scene;
    const photo = await makePhoto();
    const first = await upload(scene, key, photo);
    const { data } = await rotateKey(worker, person, key);
    const rotated = { headers: { Authorization: `Bearer ${data.key}` } };
    const again = await upload(scene, rotated, photo);
    expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id]);
    expect(await useLink(scene, String(first.body.data.delete_url), 'POST')).toBe(404);
    expect(await useLink(scene, String(again.body.data.delete_url), 'POST')).toBe(200);
  });
});

it('a deletion link for a session stays when all keys are withdrawn', async () => {
  const scene = await fileScene();
  const url = await deletionLink(scene, bearerOf(scene));
  await withdrawKey(scene.worker, scene.person, scene.key);
  expect(await useLink(scene, url, 'POST')).toBe(200);
});

describe.each([
  ['pipeline 2', {}],
  ['pipeline 1', LEGACY_VARS],
])('known bytes in %s', (_, vars) => {
  it('give an API key no image, link or token of another uploader', async () => {
    const scene = await fileScene({ vars });
    const { worker, person, key } = scene;
    const other = await makeKey(worker, person);
    const photo = await makePhoto();
    const hidden = { visibility: 'private' };
    const uploaders = [bearerOf(scene), key, other];
    const answers: FileAnswer[] = [];
    for (const by of uploaders) answers.push(await upload(scene, by, photo, hidden));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    for (const name of ['id', 'key', 'url', 'delete_url']) {
      expect(new Set(answers.map(({ body }) => body.data[name] as unknown)).size, name).toBe(3);
    }
    for (const [index, by] of uploaders.entries()) {
      const again = await upload(scene, by, photo, hidden);
      expect([again.status, again.body.data]).toEqual([200, answers[index]?.body.data]);
    }
    await withdrawKey(worker, person, key);
    const deleted = String(answers[2]?.body.data.delete_url);
    expect(await useLink(scene, deleted, 'POST')).toBe(200);
    expect(await countImages(scene)).toBe(2);
  });

  it('give a new image once their key has expired, while the session is kept', async () => {
    const scene = await fileScene({ vars });
    const { worker, key } = scene;
    const photo = await makePhoto();
    const first = await upload(scene, key, photo);
    const lasts = worker.services.config.UPLOAD_IDEMPOTENCY_TTL_MS;
    worker.clock.advance(lasts - 60_000);
    expect((await upload(scene, key, photo)).body.data.id).toBe(first.body.data.id);
    worker.clock.advance(60_000);
    const next = await upload(scene, key, photo);
    expect([first.status, next.status]).toEqual([201, 201]);
    expect(next.body.data.id).not.toBe(first.body.data.id);
    expect(await countImages(scene)).toBe(2);
  });
});
