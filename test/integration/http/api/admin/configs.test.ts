import { encode as encodePng } from 'fast-png';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../../src/worker/domain/settings/registry.ts';
import { publishImage } from '../../../../../src/worker/domain/publication/publish-image.ts';
import { sweep } from '../../../../../src/worker/jobs/sweep.ts';
import { deliverOutbox } from '../../../../../src/worker/jobs/deliver-outbox.ts';
import { utf8 } from '../../../../../src/shared/bytes.ts';
import {
  WATERMARK_IMAGE_MAX_BYTES,
  WATERMARK_IMAGE_MAX_EDGE,
} from '../../../../../src/shared/watermark-layout.ts';
import { call } from '../../../../support/api-call.ts';
import { captchaVars } from '../../../../support/captcha.ts';
import { findInconsistencies } from '../../../../support/consistency.ts';
import { WEBP } from '../../../../support/fixtures.ts';
import { deleteImageAs } from '../../../../support/images-api.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../../support/images.ts';
import { seedLegacyImage } from '../../../../support/legacy-images.ts';
import { LEGACY_VARS, legacyClient } from '../../../../support/legacy.ts';
import { loginAs, registerAndLogin, type Person } from '../../../../support/people.ts';
import { forgetSettings } from '../../../../support/publication.ts';
import { runBatch, statement } from '../../../../support/sql.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { passTime } from '../../../../support/upload-sweep.ts';
import { prepareUpload, uploadClient } from '../../../../support/uploads.ts';
import { createTestWorker, type TestWorker } from '../../../../support/worker.ts';

interface ConfigEntry {
  readonly config_key: string;
  readonly config_value: string;
  readonly default_value: string;
  readonly updated_at: string | null;
  readonly updated_by: number | null;
}

type ConfigList = { readonly items: readonly ConfigEntry[] };

const worker = createTestWorker({ vars: { STORAGE_PATH: 'first' } });
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(worker);
});

beforeEach(() => forgetSettings(worker));

const patch = (items: unknown, through = worker) =>
  call<ConfigList>(through, admin, 'PATCH', '/admin/configs', { items });
const set = async (key: string, value: unknown, through = worker) =>
  (await patch([{ key, value }], through)).code;
const entryOf = async (key: string, through = worker): Promise<ConfigEntry | undefined> => {
  const { data } = await call<ConfigList>(through, admin, 'GET', '/admin/configs');
  return data.items.find(({ config_key: name }) => name === key);
};
const deedsOf = async () =>
  (
    await worker.env.DB.prepare('SELECT actor_id, action, subject FROM audit_log ORDER BY id').all()
  ).results.filter(({ action }) => action === 'set_setting');

describe('the statistics', () => {
  it('hold totals, including sessions of all kinds and states', async () => {
    interface Stats {
      readonly total_sessions: number;
      readonly total_users: number;
      readonly active_users: number;
      readonly total_images: number;
      readonly storage_used: number;
    }
    const read = async () => (await call<Stats>(worker, admin, 'GET', '/admin/stats')).data;
    const before = await read();
    const person = await registerAndLogin(worker);
    const other = await loginAs(worker, person);
    expect(await read()).toEqual({
      ...before,
      total_users: before.total_users + 1,
      active_users: before.active_users + 1,
      total_sessions: before.total_sessions + 2,
    });
    await call(worker, other, 'POST', '/auth/logout');
    expect((await read()).total_sessions).toBe(before.total_sessions + 1);
    const image = await seedPublishedImage(worker, person);
    await call(worker, admin, 'PATCH', `/admin/users/${person.userId}/status`, {
      status: 'suspended',
    });
    const [row] = (
      await worker.env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(image.userId).all()
    ).results;
    expect(await read()).toEqual({
      total_users: before.total_users + 1,
      active_users: before.active_users,
      total_images: before.total_images + 1,
      storage_used: before.storage_used + Number(row?.['storage_used']),
      total_sessions: before.total_sessions + 1,
    });
    // The delete cascades to its sessions.
    await worker.env.DB.prepare('DELETE FROM user_sessions WHERE user_id = ?')
      .bind(person.userId)
      .run();
    expect((await read()).total_sessions).toBe(before.total_sessions);
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('the daily totals', () => {
  interface Day {
    readonly day: string;
    readonly users: number;
    readonly recorded_at: string;
  }
  const DAY_MS = 86_400_000;
  const read = async (query: Record<string, string> = {}) => {
    const path = `/admin/stats/daily?${new URLSearchParams(query).toString()}`;
    const { code, data } = await call<{ items: Day[] }>(worker, admin, 'GET', path);
    return { code, items: data?.items };
  };

  it('are recorded by the first sweep of the day, once, and returned by range', async () => {
    const { clock, services, env } = createTestWorker();
    clock.advance(Date.parse('2031-03-30T00:00:20Z') - clock.now());
    const totals = await env.DB.prepare(
      'SELECT users, images, storage_used, views FROM site_totals',
    ).first<{ users: number }>();
    const { users = 0 } = totals ?? {};
    await Promise.all([sweep(services), sweep(services)]);
    await env.DB.exec('UPDATE site_totals SET users = users + 1');
    clock.advance(DAY_MS - 30_000);
    await sweep(services);
    clock.advance(60_000);
    await sweep(services);
    await env.DB.exec('UPDATE site_totals SET users = users - 1');
    const { items } = await read({ from: '2031-03-01', to: '2031-03-31' });
    expect(items).toEqual([
      {
        day: '2031-03-30',
        ...totals,
        recorded_at: '2031-03-30T00:00:20.000Z',
      },
      expect.objectContaining({
        day: '2031-03-31',
        users: users + 1,
        recorded_at: '2031-03-31T00:00:50.000Z',
      }),
    ]);
    expect((await read({ from: '2031-03-31', to: '2031-03-31' })).items).toHaveLength(1);
    expect((await read({ to: '2031-03-30' })).items).toHaveLength(1);
    expect((await read()).items).toEqual([]);
  });

  it('are returned for at most 400 days, in order (3000)', async () => {
    expect((await read({ from: '2030-01-01', to: '2031-02-04' })).code).toBe(0);
    expect((await read({ from: '2030-01-01', to: '2031-02-05' })).code).toBe(3000);
    expect((await read({ from: '2031-01-02', to: '2031-01-01' })).code).toBe(3000);
    for (const day of ['2031-02-30', 'today', '']) {
      expect((await read({ from: day })).code).toBe(3000);
      expect((await read({ to: day })).code).toBe(3000);
    }
  });
});

describe('the configuration', () => {
  it('has every key with its default, and after a change with author and time', async () => {
    const earlier = await deedsOf();
    const { data } = await call<ConfigList>(worker, admin, 'GET', '/admin/configs');
    expect(data.items.map(({ config_key: key }) => key)).toEqual(SETTING_KEYS);
    expect(await entryOf('storage_path')).toEqual({
      config_key: 'storage_path',
      config_value: 'first',
      default_value: 'first',
      updated_at: null,
      updated_by: null,
    });
    const answer = await patch([
      { key: 'site_language', value: 'pt-BR' },
      { key: 'private_token_ttl_default_ms', value: 3_600_000 },
      { key: 'watermark_tiling', value: true },
    ]);
    expect(answer.code).toBe(0);
    expect(answer.data.items).toHaveLength(SETTING_KEYS.length);
    const updated = {
      updated_at: new Date(worker.clock.now()).toISOString(),
      updated_by: admin.userId,
    };
    expect(await entryOf('site_language')).toMatchObject({ config_value: 'pt-BR', ...updated });
    expect(await entryOf('private_token_ttl_default_ms')).toMatchObject({
      config_value: '3600000',
      ...updated,
    });
    expect(await entryOf('watermark_tiling')).toMatchObject({ config_value: 'true' });
    const deeds = (await deedsOf()).slice(earlier.length);
    expect(deeds.map(({ actor_id: id, subject }) => [id, subject])).toEqual(
      ['site_language', 'private_token_ttl_default_ms', 'watermark_tiling'].map((key) => [
        admin.userId,
        `setting:${key}`,
      ]),
    );
  });

  it('applies from the next request on', async () => {
    expect(await set('private_token_ttl_default_ms', '7200000')).toBe(0);
    const { imageId } = await seedPublishedImage(worker, {
      userId: admin.userId,
      visibility: 'private',
    });
    const { data } = await call<{ expires_at: string }>(
      worker,
      admin,
      'POST',
      `/images/${imageId}/tokens`,
    );
    expect(Date.parse(data.expires_at) - worker.clock.now()).toBe(7_200_000);
  });

  it('changes as a whole or not at all: an unknown key or a bad value is 3000', async () => {
    const before = await entryOf('site_language');
    const deeds = await deedsOf();
    for (const wrong of [
      { key: 'unheard_of', value: 'x' },
      { key: 'toString', value: 'x' },
      { key: 'site_language', value: 'not a tag' },
      { key: 'captcha_provider', value: 'provider_d' },
      { key: 'watermark_opacity', value: 2 },
      // An entry shows the value in force, so no value is clamped silently.
      { key: 'private_token_ttl_default_ms', value: 1 },
      { key: 'watermark_text', value: null },
      { key: 'watermark_text' },
    ]) {
      expect((await patch([{ key: 'site_language', value: 'it' }, wrong])).code).toBe(3000);
    }
    expect((await patch([])).code).toBe(3000);
    expect(await entryOf('site_language')).toEqual(before);
    expect(await deedsOf()).toEqual(deeds);
  });

  it('accepts provider_c only where CROSS_ORIGIN_ISOLATION is off (3000)', async () => {
    const vars = captchaVars('https://captcha.test');
    const isolated = createTestWorker({ vars: { ...vars, CROSS_ORIGIN_ISOLATION: 'true' } });
    expect(await set('captcha_provider', 'provider_b', isolated)).toBe(0);
    expect(await set('captcha_provider', 'provider_c', isolated)).toBe(3000);
    expect(await entryOf('captcha_provider')).toMatchObject({ config_value: 'provider_b' });
    const open = createTestWorker({ vars });
    expect(await set('captcha_provider', 'provider_c', open)).toBe(0);
    expect(await set('captcha_provider', 'none')).toBe(0);
  });
});

describe('the storage path', () => {
  const erase = async (keys: readonly string[]) =>
    runBatch(worker.services.db, [
      statement(
        "INSERT INTO outbox_events (kind, payload, available_at, created_at) VALUES ('erase', ?, 0, 0)",
        JSON.stringify({ keys }),
      ),
    ]);
  let paths = 0;
  /** A new Worker has a storage path of its own, without files of other tests. */
  const createOwn = () => {
    paths += 1;
    const path = `own${paths}`;
    return { path, own: createTestWorker({ vars: { ...LEGACY_VARS, STORAGE_PATH: path } }) };
  };
  const deleteWhole = async (through: TestWorker, imageId: number) => {
    expect((await deleteImageAs(through, admin, imageId)).code).toBe(0);
    await deliverOutbox(through.services, 'erase');
    // Objects that were stored late are erased as well.
    await passTime(through);
  };

  it('is a prefix of keys (3006)', async () => {
    for (const path of ['', '/images', '../up', 'a b', 'https://bucket.example', 'a//b']) {
      expect(await set('storage_path', path)).toBe(3006);
    }
  });

  it('cannot change while a stored file uses it (4094); setting the same value succeeds', async () => {
    const { own, path } = createOwn();
    const language = await entryOf('site_language', own);
    const { imageId } = await seedPublishedImage(own);
    expect(await set('storage_path', 'second', own)).toBe(4094);
    expect(await entryOf('storage_path', own)).toMatchObject({ config_value: path });
    expect(await set('storage_path', path, own)).toBe(0);
    // Not even beside entries that could change.
    const both = [
      { key: 'site_language', value: 'de' },
      { key: 'storage_path', value: 'second' },
    ];
    expect((await patch(both, own)).code).toBe(4094);
    expect(await entryOf('site_language', own)).toEqual(language);
    await deleteWhole(own, imageId);
    expect(await set('storage_path', 'second', own)).toBe(0);
  });

  it('cannot change while an upload may store files under it (4094)', async () => {
    const { own, path } = createOwn();
    const client = uploadClient(createTestWorker({ vars: { STORAGE_PATH: path } }), admin);
    const { data } = await client.create((await prepareUpload()).manifest);
    expect(await set('storage_path', 'third', own)).toBe(4094);
    await client.cancel(data.upload_id);
    // Cancelled, with an erasure still queued.
    expect(await set('storage_path', 'third', own)).toBe(4094);
    await passTime(own);
    for (const free of ['third', path]) expect(await set('storage_path', free, own)).toBe(0);
    const { imageId, jobId } = await seedProcessingImage(own);
    expect(await set('storage_path', 'third', own)).toBe(4094);
    await publishImage(own.services, jobId);
    await deleteWhole(own, imageId);
    expect(await set('storage_path', 'third', own)).toBe(0);
  });

  it('cannot change while an original of pipeline 1 is or may be stored under it (4094)', async () => {
    const { own, path } = createOwn();
    expect((await legacyClient(own, admin).upload(utf8('no image'))).code).toBe(3003);
    // Refused, with an erasure still queued.
    expect(await set('storage_path', 'third', own)).toBe(4094);
    await passTime(own);
    for (const free of ['third', path]) expect(await set('storage_path', free, own)).toBe(0);
    const { imageId } = await seedLegacyImage(own);
    expect(await set('storage_path', 'third', own)).toBe(4094);
    await deleteWhole(own, imageId);
    expect(await set('storage_path', 'third', own)).toBe(0);
  });

  it('cannot change before queued erasures under it are done (4094)', async () => {
    const { own, path } = createOwn();
    // Neither is under it.
    await erase([`${path}ly/a/master.webp`, `elsewhere/${path}/a/master.webp`, path]);
    expect(await set('storage_path', `${path}/deep`, own)).toBe(0);
    await erase(['elsewhere/a/master.webp', `${path}/deep/a/master.webp`]);
    expect(await set('storage_path', 'fourth', own)).toBe(4094);
    await deliverOutbox(own.services, 'erase');
    expect(await set('storage_path', 'fourth', own)).toBe(0);
  });

  it('and a concurrent new file exclude each other', async () => {
    const { own, path } = createOwn();
    const racing = createTestWorker({
      vars: { STORAGE_PATH: path },
      intercept: async ({ binding, method }, proceed) => {
        // After every read, and before the change.
        if (binding === 'DB' && method === 'batch') await seedPublishedImage(own);
        return proceed();
      },
    });
    expect(await set('storage_path', 'fifth', racing)).toBe(4094);
  });
});

describe('the image of the watermark', () => {
  const put = async (body: Uint8Array<ArrayBuffer> | string, type = 'image/webp') => {
    const response = await worker.fetch('/api/v1/admin/watermark-image', {
      method: 'PUT',
      headers: { ...admin.headers, 'Content-Type': type },
      body,
    });
    return (await response.json<{ code: number }>()).code;
  };

  it('is set by its bytes', async () => {
    expect(await put(WEBP.losslessAlpha)).toBe(0);
    const base64 = Buffer.from(WEBP.losslessAlpha).toString('base64');
    expect(await entryOf('watermark_image')).toMatchObject({
      config_value: base64,
      updated_by: admin.userId,
    });
  });

  it('is set with other entries, too, however large it is', async () => {
    const size = { width: WATERMARK_IMAGE_MAX_EDGE, height: WATERMARK_IMAGE_MAX_EDGE };
    const data = new Uint8Array(size.width * size.height * 4);
    const encode = (comment: string) =>
      encodePng({ ...size, channels: 4, data, text: { Comment: comment } });
    const largest = encode('x'.repeat(WATERMARK_IMAGE_MAX_BYTES - encode('').length));
    expect(largest).toHaveLength(WATERMARK_IMAGE_MAX_BYTES);
    const value = Buffer.from(largest).toString('base64');
    const items = [
      { key: 'watermark_image', value },
      { key: 'watermark_kind', value: 'image' },
    ];
    expect((await patch(items)).code).toBe(0);
    expect(await entryOf('watermark_image')).toMatchObject({ config_value: value });
  });

  it('is a PNG or still WebP (3003) of at most 256 KiB (3002)', async () => {
    const before = await entryOf('watermark_image');
    expect(await put('GIF89a and more')).toBe(3003);
    expect(await put('')).toBe(3003);
    expect(await put(new Uint8Array(256 * 1024 + 1))).toBe(3002);
    expect(await put(new Uint8Array(256 * 1024), 'image/png')).toBe(3003);
    expect(await entryOf('watermark_image')).toEqual(before);
  });
});
