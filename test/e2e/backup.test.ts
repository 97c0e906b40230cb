import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cookieCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { createPeople, useSite, type Tally } from '../bench/fsck/use-site.ts';
import { drawSource } from '../support/draw.ts';
import { insertPeople, openDatabase, PASSWORD } from './support/insert-person.ts';
import { runCommand, runCron, startServer, type Server } from './support/server.ts';
import { callSite, hashOf, openSession, type SiteClient } from './support/site-client.ts';

const ADA = { username: 'ada', password: PASSWORD };
const BEN = { username: 'ben', password: PASSWORD };
const VARS = {
  UPLOAD_SESSIONS_PER_MINUTE: '100000',
  IMAGE_WRITES_PER_MINUTE: '100000',
  LOGIN_ATTEMPTS_PER_IP: '1000',
  // Views are in the database soon.
  COUNTER_GATHER_MS: '1000',
  VIEW_FLUSH_MS: '1000',
};
const VIEWS = 7;
const USED_MS = 20_000;
/** Images that are deleted while the backup runs. */
const DOOMED = 6;

const folder = mkdtempSync(join(tmpdir(), 'tintype-backup-'));
const codecs = createNodeCodecs();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a site is backed up while it is in use, lost and restored:', { timeout: 300_000 }, () => {
  const [state, saved] = [join(folder, 'state'), join(folder, 'saved')];
  const people = createPeople();
  const tally: Tally = new Map();
  let kept: Awaited<ReturnType<typeof fillSite>>;
  let server: Server;

  beforeAll(async () => {
    kept = await fillSite(state);
    server = await startServer({ persistTo: state, vars: VARS });
    insertPeople(
      server,
      (await people).map(({ username }) => ({ username, role: 'user' })),
    );
    const use = { people: await people, durationMs: USED_MS, tally };
    const inUse = useSite(server.baseUrl, use);
    await sleep(USED_MS / 4);
    const backup = backUp(state, saved);
    await deleteSlowly(server.baseUrl);
    expect(await backup).toMatchObject({ exitCode: 0 });
    await inUse;
    expect(tally.get('uploads published')).toBeGreaterThan(0);
    process.kill(-server.processGroup, 'SIGKILL');
    await server.stop();
    rmSync(state, { recursive: true });

    const restored = await runCommand('restore', [saved, '--persist-to', state]);
    expect(restored).toMatchObject({ exitCode: 0 });
    server = await startServer({ persistTo: state, vars: VARS });
  }, 300_000);

  afterAll(() => server?.stop());

  it('its boot gate is open, and fsck finds nothing', async () => {
    expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200);
    await runCron(server.baseUrl);
    expect(await runCommand('fsck', ['--persist-to', state])).toEqual({
      exitCode: 0,
      output: 'Database, bucket and counts agree.\n',
    });
  });

  it('each image of both pipelines is there byte for byte', async () => {
    const client = await openSession(server.baseUrl, ADA);
    expect(kept.images).toHaveLength(4);
    for (const { path, sha256 } of kept.images) {
      expect([path, await hashOf(client, path)]).toEqual([path, sha256]);
    }
  });

  it('views and totals are those that were counted', async () => {
    const client = await openSession(server.baseUrl, ADA);
    expect(await countViews(client, kept.viewed)).toBe(VIEWS);
    const profile = await callSite<object>(client, 'GET', '/user/profile');
    expect(profile).toMatchObject({ image_count: 4, storage_used: kept.storageUsed });
  });

  it('a share link works, one with a limit of views has ended, and a key is unknown', async () => {
    expect((await fetch(server.baseUrl + kept.link)).status).toBe(200);
    expect((await fetch(server.baseUrl + kept.limitedLink)).status).toBe(404);
    const byKey = { baseUrl: server.baseUrl, token: kept.key };
    await expect(callSite(byKey, 'GET', '/images/')).rejects.toMatchObject({ status: 401 });
  });

  it('new rows get numbers that the lost site has not given', async () => {
    insertPeople(server, [{ username: 'newcomer', role: 'user' }]);
    using database = openDatabase(server);
    const row = database.prepare("SELECT id FROM users WHERE username = 'newcomer'").get();
    expect(row?.['id']).toBeGreaterThan(1_000_000);
  });

  it('people go on with uploads, switches and deletions', async () => {
    const use = { people: await createPeople(), durationMs: 3000, tally: new Map() };
    insertPeople(
      server,
      use.people.map(({ username }) => ({ username, role: 'user' })),
    );
    await useSite(server.baseUrl, use);
    expect(use.tally.get('uploads published')).toBeGreaterThan(0);
  });
});

function backUp(state: string, saved: string) {
  return runCommand('backup', [saved, '--persist-to', state]);
}

/** Over the time that a backup takes. */
async function deleteSlowly(baseUrl: string): Promise<void> {
  const client = await openSession(baseUrl, BEN);
  const { images } = await callSite<{ images: { id: number }[] }>(client, 'GET', '/images/');
  expect(images).toHaveLength(DOOMED);
  for (const { id } of images) {
    await callSite(client, 'DELETE', `/images/${String(id)}`);
    await sleep(500);
  }
}

/** Two images of each pipeline, one of them private; with links, a key and views. */
async function fillSite(state: string) {
  const legacy = await startServer({
    persistTo: state,
    vars: { ...VARS, V2_UPLOAD_ENABLED: 'false' },
  });
  insertPeople(
    legacy,
    [ADA, BEN].map(({ username }) => ({ username, role: 'user' })),
  );
  const whole = [await uploadWhole(legacy.baseUrl, 1), await uploadWhole(legacy.baseUrl, 2)];
  for (let seed = 1; seed <= DOOMED; seed += 1) await uploadWhole(legacy.baseUrl, seed, BEN);
  await legacy.stop();

  const server = await startServer({ persistTo: state, vars: VARS });
  const api = new TintypeApi(server.baseUrl, cookieCredentials());
  await api.login(ADA);
  const upload = async (seed: number, visibility: 'public' | 'private') =>
    uploadImage(await drawSource(codecs, seed, { width: 300, height: 200 }), {
      api,
      codecs,
      filename: `${String(seed)}.webp`,
      visibility,
    });
  const [open, hidden] = [await upload(3, 'public'), await upload(4, 'private')];
  const client = await openSession(server.baseUrl, ADA);
  const paths = [...whole, open.path, `/i/${hidden.asset_link}/master.webp`];
  const images: { path: string; sha256: string }[] = [];
  for (const path of paths) images.push({ path, sha256: await hashOf(client, path) });
  const share = async (body: object) => {
    const path = `/images/${String(hidden.image_id)}/links`;
    return new URL((await callSite<{ image_url: string }>(client, 'POST', path, body)).image_url);
  };
  const [link, limited] = [await share({}), await share({ max_views: 3 })];
  const { key } = await callSite<{ key: string }>(client, 'POST', '/user/keys', {
    label: 'script',
    scopes: ['read'],
  });
  // One view is that of its hash.
  for (let view = 1; view < VIEWS; view += 1) await fetch(server.baseUrl + open.path);
  await vi.waitUntil(async () => (await countViews(client, open.image_id)) === VIEWS, {
    timeout: 60_000,
    interval: 200,
  });
  const { storage_used } = await callSite<{ storage_used: number }>(client, 'GET', '/user/profile');
  await server.stop();
  return {
    images,
    viewed: open.image_id,
    storageUsed: storage_used,
    link: link.pathname + link.search,
    limitedLink: limited.pathname + limited.search,
    key,
  };
}

async function countViews(client: SiteClient, imageId: number): Promise<number> {
  const path = `/images/${String(imageId)}`;
  return (await callSite<{ view_count: number }>(client, 'GET', path)).view_count;
}

/** Pipeline 1. Returns the image's path. */
async function uploadWhole(baseUrl: string, seed: number, owner = ADA): Promise<string> {
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await api.login(owner);
  const source = await drawSource(codecs, seed, { width: 300, height: 200 });
  const { path } = await uploadImage(source, {
    api,
    codecs,
    filename: `${String(seed)}.webp`,
    visibility: 'public',
  });
  return path;
}
