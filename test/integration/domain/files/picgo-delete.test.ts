import { describe, expect, it } from 'vitest';
import { makeKey, rotateKey, type TestKey } from '../../../support/api-keys.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { call } from '../../../support/api-call.ts';
import { InjectedFault } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import {
  fileScene,
  type FileAnswer,
  type FileScene,
  formWith,
  makePhoto,
  sendTo,
} from '../../../support/whole-files.ts';

interface Item {
  readonly id: number;
  readonly delete_url: string;
}

/** An item of the answer's `fullResult`, which programs keep whole. */
const uploadOne = async (
  { worker }: Pick<FileScene, 'worker'>,
  { key }: Pick<TestKey, 'key'>,
): Promise<Item> => {
  const body = formWith(await makePhoto(), { field: 'list' });
  const answer = await sendTo(worker, `/api/v1/picgo/upload?key=${key}`, { body });
  return answer.body.fullResult[0] as Item;
};

const remove = (
  { worker }: Pick<FileScene, 'worker'>,
  { key }: Pick<TestKey, 'key'>,
  list: unknown,
): Promise<FileAnswer> =>
  sendTo(worker, `/api/v1/picgo/delete?key=${key}`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ list }),
  });

const listIds = async ({ worker, person }: FileScene): Promise<number[]> => {
  const { data } = await call<{ images: { id: number }[] }>(worker, person, 'GET', '/images/');
  return data.images.map(({ id }) => id);
};

describe('a deletion as by PicList', () => {
  it('deletes the images of its items, one named twice too', async () => {
    const scene = await fileScene();
    const items = [await uploadOne(scene, scene.key), await uploadOne(scene, scene.key)];
    const kept = await uploadOne(scene, scene.key);
    const answer = await remove(scene, scene.key, [...items, items[0]]);
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect(await listIds(scene)).toEqual([kept.id]);
    expect(await findInconsistencies(scene.worker)).toEqual([]);
  });

  it('deletes nothing if one item is of another key, another account, or forged', async () => {
    const scene = await fileScene();
    const { worker, person, key } = scene;
    const own = await uploadOne(scene, key);
    const ofKey = await uploadOne(scene, await makeKey(worker, person));
    const stranger = await registerAndLogin(worker);
    const ofStranger = await uploadOne(scene, await makeKey(worker, stranger));
    const forged = { delete_url: own.delete_url.replace(`.${own.id}_`, `.${own.id + 1}_`) };
    for (const foreign of [ofKey, ofStranger, forged, { delete_url: '' }]) {
      const answer = await remove(scene, key, [own, foreign]);
      expect([answer.status, answer.body.code, answer.body.success]).toEqual([404, 4041, false]);
    }
    expect(new Set(await listIds(scene))).toEqual(new Set([own.id, ofKey.id]));
  });

  it('succeeds again, and at once with others, for images that are gone', async () => {
    const scene = await fileScene();
    const items = [await uploadOne(scene, scene.key), await uploadOne(scene, scene.key)];
    const answers = await Promise.all(items.map(() => remove(scene, scene.key, items)));
    answers.push(await remove(scene, scene.key, items));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listIds(scene)).toEqual([]);
    expect(await findInconsistencies(scene.worker)).toEqual([]);
  });

  it('goes on after a failure where it has stopped', async () => {
    let isBroken = false;
    let batches = 0;
    const scene = await fileScene({
      intercept: async ({ binding, method }, proceed) => {
        if (isBroken && binding === 'DB' && method === 'batch') {
          batches += 1;
          if (batches === 2) throw new InjectedFault('out of reach');
        }
        return proceed();
      },
    });
    const items = [await uploadOne(scene, scene.key), await uploadOne(scene, scene.key)];
    isBroken = true;
    expect((await remove(scene, scene.key, items)).status).toBe(500);
    expect(await listIds(scene)).toHaveLength(1);
    isBroken = false;
    expect((await remove(scene, scene.key, items)).status).toBe(200);
    expect(await listIds(scene)).toEqual([]);
  });

  it('takes a session for the images of its account, by whatever key', async () => {
    const scene = await fileScene();
    const { worker, person, key } = scene;
    const { delete_url } = await uploadOne(scene, key);
    const answer = await call(worker, person, 'POST', '/picgo/delete', { list: [{ delete_url }] });
    expect([answer.status, await listIds(scene)]).toEqual([200, []]);
  });

  it('takes 1 to 20 items, each with its deletion link', async () => {
    const scene = await fileScene();
    const item = { delete_url: '/d/?token=none' };
    for (const list of [[], Array.from({ length: 21 }, () => item), [{}], ['a'], undefined]) {
      expect((await remove(scene, scene.key, list)).body).toMatchObject({ code: 3000 });
    }
  });

  it('knows no item of the key’s earlier value', async () => {
    const scene = await fileScene();
    const { worker, person, key } = scene;
    const item = await uploadOne(scene, key);
    const { data } = await rotateKey(worker, person, key);
    expect((await remove(scene, key, [item])).status).toBe(401);
    expect((await remove(scene, data, [item])).status).toBe(404);
    expect(await listIds(scene)).toEqual([item.id]);
  });
});

describe('the heartbeat of PicGo', () => {
  const beat = ({ worker }: FileScene, query: string) =>
    sendTo(worker, `/api/v1/picgo/heartbeat${query}`, {});

  it('answers a key that may upload, and no other', async () => {
    const scene = await fileScene();
    const { worker, person, key } = scene;
    const alive = await beat(scene, `?key=${key.key}`);
    expect([alive.status, alive.body]).toEqual([200, { success: true, result: 'alive' }]);
    const reader = await makeKey(worker, person, { scopes: ['read'] });
    expect((await beat(scene, `?key=${reader.key}`)).status).toBe(403);
    expect((await beat(scene, '')).body).toMatchObject({ code: 4010, success: false });
  });
});
