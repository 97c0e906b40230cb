import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { applyMigrations } from '../../scripts/support/database.ts';
import { cookieCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import type { Role } from '../../src/worker/db/schema/accounts.ts';
import { createPeople, useSite, type Person, type Tally } from '../bench/fsck/use-site.ts';
import { startOwnServer } from './console/support/own-server.ts';
import type { BundledServer } from './support/bundled-server.ts';
import { cloneBuiltProject } from './support/clone.ts';
import { followWorstDay } from './support/follow-worst-day.ts';
import { insertPeople, openDatabase, PASSWORD } from './support/insert-person.ts';
import { runCommand } from './support/server.ts';
import { callSite, hashOf, openSession, type SiteClient } from './support/site-client.ts';
import { unpackState } from './support/upgrade/unpack-state.ts';

/** Has images of both pipelines. */
const VERSION = 'share-links';
const ADA = { username: 'ada', password: PASSWORD };
const KEEPER = { username: 'keeper', password: PASSWORD };
/** Without an administrator a deployment closes the registration. */
const HEAD = { username: 'head', role: 'admin' } as const;
/** Deletes images while the backup runs. */
const DELETER = { username: 'deleter', password: PASSWORD };
const DOOMED = 3;
const VIEWS = 7;
const USERS = 3;

const folder = mkdtempSync(join(tmpdir(), 'tintype-backup-'));
const [state, saved] = [join(folder, 'state'), join(folder, 'saved')];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a site is backed up while it is in use, lost and restored:', { timeout: 300_000 }, () => {
  const old = unpackState(VERSION, state);
  const vars = () => ({
    KEY_RING: old.keyRing,
    UPLOAD_SESSIONS_PER_MINUTE: '100000',
    IMAGE_WRITES_PER_MINUTE: '100000',
    LOGIN_ATTEMPTS_PER_IP: '1000',
    // Views are in the database soon.
    COUNTER_GATHER_MS: '1000',
    VIEW_FLUSH_MS: '1000',
  });
  const tally: Tally = new Map();
  let people: Person[];
  let kept: Awaited<ReturnType<typeof fillSite>>;
  let day: Awaited<ReturnType<typeof followWorstDay>>;
  let server: BundledServer;
  const clone = cloneBuiltProject();

  beforeAll(async () => {
    people = (await createPeople()).slice(0, USERS);
    await applyMigrations({ remote: false, persistTo: state });
    server = await startOwnServer({ persistTo: state, vars });
    insertPeople(
      server,
      [...people, KEEPER, DELETER]
        .map(({ username }) => ({ username, role: 'user' as Role }))
        .concat(HEAD),
    );
    kept = await fillSite(server.baseUrl, people[0]);
    const end = new AbortController();
    const inUse = useSite(server.baseUrl, { people, end: end.signal, tally });
    const backup = runCommand('backup', [saved, '--persist-to', state]);
    await deleteSlowly(server.baseUrl);
    expect(await backup).toMatchObject({ exitCode: 0 });
    end.abort();
    await inUse;
    expect(tally.get('uploads published')).toBeGreaterThan(0);
    // Erases the state.
    await server.stop();

    day = await followWorstDay({ saved, keyRing: old.keyRing }, { clone, state });
    const restored = () => ({ ...vars(), ...day.secrets });
    server = await startOwnServer({ persistTo: state, vars: restored });
  }, 300_000);

  afterAll(async () => {
    await server?.stop();
    rmSync(clone, { recursive: true, force: true });
  });

  it('the backup is intact, and a deployment serves what is restored from it, with the key ring', () => {
    expect(day.output).toContain('is intact');
    expect(day.output).toContain('Tintype is at https://tintype.somebody.workers.dev');
    expect(day.secrets).toEqual({ KEY_RING: old.keyRing });
    expect(day.unknown).toEqual([]);
  });

  it('the deployment leaves registration and administrators as they were', async () => {
    expect(day.output).not.toContain('invitation');
    const answer = await fetch(`${server.baseUrl}/api/v1/public/config`);
    expect(await answer.json()).toMatchObject({ data: { registration: 'open' } });
  });

  it('its boot gate is open, and fsck finds nothing', async () => {
    expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200);
    await server.runCron();
    expect(await runCommand('fsck', ['--persist-to', state])).toEqual({
      exitCode: 0,
      output: 'Database, bucket and counts agree.\n',
    });
  });

  it('each image of both pipelines is there byte for byte', async () => {
    expect(new Set(old.images.map(({ pipeline }) => pipeline))).toEqual(new Set([1, 2]));
    for (const [owner, images] of [[ADA, old.images] as const, [KEEPER, kept.images] as const]) {
      const client = await openSession(server.baseUrl, owner);
      for (const { path, sha256 } of images) {
        expect([path, await hashOf(client, path)]).toEqual([path, sha256]);
      }
    }
  });

  it('views and totals are those that were counted', async () => {
    const client = await openSession(server.baseUrl, KEEPER);
    expect(await countViews(client, kept.viewed)).toBe(VIEWS);
    const profile = await callSite<object>(client, 'GET', '/user/profile');
    expect(profile).toMatchObject({ image_count: 2, storage_used: kept.storageUsed });
  });

  it('an image in the trash is still there, and comes back byte for byte', async () => {
    const client = await openSession(server.baseUrl, KEEPER);
    const { path, sha256, id } = kept.trashed;
    expect((await fetch(server.baseUrl + path)).status).toBe(404);
    const { images } = await callSite<{ images: { id: number }[] }>(client, 'GET', '/trash/');
    expect(images.map((image) => image.id)).toEqual([id]);
    await callSite(client, 'POST', '/trash/restore', { image_ids: [id] });
    // A server remembers for seconds that a link was dead.
    await vi.waitUntil(async () => (await fetch(server.baseUrl + path)).ok, { timeout: 20_000 });
    expect(await hashOf(client, path)).toBe(sha256);
  });

  it('links and image tokens work; limited links have ended; sessions and keys are unknown', async () => {
    const status = async (path: string) => (await fetch(server.baseUrl + path)).status;
    const { path, token } = old.imageToken;
    expect(await status(`${path}?token=${token}`)).toBe(200);
    expect(await status(kept.link)).toBe(200);
    expect(await status(kept.limitedLink)).toBe(404);
    for (const credential of [kept.key, kept.session]) {
      const client = { baseUrl: server.baseUrl, token: credential };
      await expect(callSite(client, 'GET', '/images/')).rejects.toMatchObject({ status: 401 });
    }
  });

  it('new rows get numbers that the lost site has not given', async () => {
    insertPeople(server, [{ username: 'newcomer', role: 'user' }]);
    using database = openDatabase(server);
    const row = database.prepare("SELECT id FROM users WHERE username = 'newcomer'").get();
    expect(row?.['id']).toBeGreaterThan(1_000_000);
  });

  it('people go on with uploads, views and switches', async () => {
    const before = tally.get('switches of visibility') ?? 0;
    // Images since the backup are lost.
    const [person] = people.map((known) => ({ ...known, images: [] }));
    if (person === undefined) throw new Error('there is nobody');
    await useSite(server.baseUrl, { people: [person], end: AbortSignal.timeout(1000), tally });
    expect(tally.get('switches of visibility')).toBeGreaterThan(before);
  });
});

/** Over the time that a backup takes. */
async function deleteSlowly(baseUrl: string): Promise<void> {
  const client = await openSession(baseUrl, DELETER);
  const { images } = await callSite<{ images: { id: number }[] }>(client, 'GET', '/images/');
  expect(images).toHaveLength(DOOMED);
  for (const { id } of images) {
    await callSite(client, 'DELETE', `/images/${String(id)}`);
    await sleep(500);
  }
}

/** Two images of the keeper, one of them private, with links, a key and views; one in the trash; and the doomed ones. */
async function fillSite(baseUrl: string, person: Person | undefined) {
  const doomed = await openUploads(baseUrl, DELETER, person);
  for (let index = 0; index < DOOMED; index += 1) await doomed('public');
  const upload = await openUploads(baseUrl, KEEPER, person);
  const [open, hidden] = [await upload('public'), await upload('private')];
  const client = await openSession(baseUrl, KEEPER);
  const images: { path: string; sha256: string }[] = [];
  for (const path of [open.path, `/i/${hidden.asset_link}/master.webp`]) {
    images.push({ path, sha256: await hashOf(client, path) });
  }
  const share = async (body: object) => {
    const path = `/images/${String(hidden.image_id)}/links`;
    const { image_url } = await callSite<{ image_url: string }>(client, 'POST', path, body);
    const { pathname, search } = new URL(image_url);
    return pathname + search;
  };
  const [link, limitedLink] = [await share({}), await share({ max_views: 3 })];
  const { key } = await callSite<{ key: string }>(client, 'POST', '/user/keys', {
    label: 'script',
    scopes: ['read'],
  });
  // One view is that of its hash.
  for (let view = 1; view < VIEWS; view += 1) await fetch(baseUrl + open.path);
  await vi.waitUntil(async () => (await countViews(client, open.image_id)) === VIEWS, {
    timeout: 60_000,
    interval: 200,
  });
  const { path, image_id: id } = await upload('public');
  const trashed = { id, path, sha256: await hashOf(client, path) };
  await callSite(client, 'DELETE', `/images/${String(id)}?trash=true`);
  const { storage_used } = await callSite<{ storage_used: number }>(client, 'GET', '/user/profile');
  const { token: session } = client;
  return {
    images,
    trashed,
    viewed: open.image_id,
    storageUsed: storage_used,
    link,
    limitedLink,
    key,
    session,
  };
}

/** Of the person's photograph. */
async function openUploads(baseUrl: string, account: typeof KEEPER, person: Person | undefined) {
  if (person === undefined) throw new Error('nobody has a photograph');
  const { file, prepared } = person.photograph;
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await api.login(account);
  return (visibility: 'public' | 'private') =>
    uploadImage(file, {
      api,
      codecs: createNodeCodecs(),
      filename: 'photograph.jpg',
      visibility,
      prepared: { load: async () => prepared, save: async () => undefined },
    });
}

async function countViews(client: SiteClient, imageId: number): Promise<number> {
  const path = `/images/${String(imageId)}`;
  return (await callSite<{ view_count: number }>(client, 'GET', path)).view_count;
}
