import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup } from '../../scripts/backup/make-backup.ts';
import { restoreBackup } from '../../scripts/restore/restore-backup.ts';
import { openBindings } from '../../scripts/support/bindings.ts';
import { applyMigrations } from '../../scripts/support/database.ts';
import type { StorageBindings } from '../../scripts/support/storage-runtime.ts';
import { startOwnServer } from './console/support/own-server.ts';
import type { BundledServer } from './support/bundled-server.ts';
import { countRows } from './support/count-rows.ts';
import { findInconsistencies } from './support/find-inconsistencies.ts';
import { openDatabase, PASSWORD } from './support/insert-person.ts';
import { runCommand } from './support/server.ts';
import { callSite, hashOf, openSession, type SiteClient } from './support/site-client.ts';
import type { OldSite } from './support/upgrade/old-site.ts';
import { migrateLocally } from './support/upgrade/open-migrated-state.ts';
import { unpackState } from './support/upgrade/unpack-state.ts';

const LAST = 'share-links';
/** On a busy machine. */
const PUBLISHED_MS = 100_000;

const folder = mkdtempSync(join(tmpdir(), 'tintype-upgrade-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['first', LAST])('the state of version "%s", upgraded,', (version) => {
  const state = join(folder, version);
  const site = unpackState(version, state);
  const server = useServer(state, site);

  it('serves, and keeps its sessions', async () => {
    for (const [username, token] of Object.entries(site.sessions)) {
      const client = { baseUrl: server().baseUrl, token };
      expect(await callSite(client, 'GET', '/auth/me')).toMatchObject({ username });
    }
  });

  checkContents(server, site);

  it.runIf(version === LAST)(
    'signs people in again after its database went back in time',
    async () => {
      const ben = { username: 'ben', password: PASSWORD };
      const client = await openSession(server().baseUrl, ben);
      using database = openDatabase(server());
      const past = database
        .prepare(
          "SELECT password_hash AS hash, auth_version AS version FROM users WHERE username = 'ben'",
        )
        .get();
      await callSite(client, 'PATCH', '/user/password', {
        old_password: PASSWORD,
        new_password: `${PASSWORD} again`,
      });
      database
        .prepare("UPDATE users SET password_hash = ?, auth_version = ? WHERE username = 'ben'")
        .run(String(past?.['hash']), Number(past?.['version']));
      await expect(openSession(server().baseUrl, ben)).rejects.toThrow();
      const args = ['--after-time-travel', '--persist-to', state];
      expect(await runCommand('restore', args)).toMatchObject({ exitCode: 0 });
      expect((await openSession(server().baseUrl, ben)).token).toContain('ttw.');
    },
  );

  it.runIf(site.apiKey !== null)('keeps its API keys', async () => {
    const client = { baseUrl: server().baseUrl, token: site.apiKey ?? '' };
    expect(await callSite<{ images: unknown[] }>(client, 'GET', '/images/')).toHaveProperty(
      'images.length',
    );
  });
});

it('a backup of the first version is restored whole, with the migrations since', async () => {
  const [old, saved, state] = ['old', 'saved', 'restored'].map((name) => join(folder, name));
  unpackState('first', old ?? '');
  await using source = await openBindings({ remote: false, persistTo: old });
  // Restored rows are there when the migrations come that mark large libraries.
  await source.DB.exec("UPDATE users SET image_count = 6000 WHERE username = 'ada'");
  await makeBackup(source, saved ?? '');
  await using target = await openBindings({ remote: false, persistTo: state });
  expect(await restoreBackup(target, saved ?? '', { name: 'the test' })).toEqual([]);
  await migrateLocally(source);
  expect(await countRows(target)).toEqual(await countRows(source));
  expect(await readHistory(target)).toEqual(await readHistory(source));
  const ada =
    "SELECT library_stage, image_count < 6000 AS is_counted FROM users WHERE username = 'ada'";
  expect(await target.DB.prepare(ada).first()).toEqual({ library_stage: 1, is_counted: 1 });
});

async function readHistory({ DB }: StorageBindings): Promise<unknown> {
  return (await DB.prepare('SELECT name, sha256 FROM schema_history ORDER BY position').all())
    .results;
}

/** Migrates the state and serves it, as `npm start` does. */
function useServer(persistTo: string, { keyRing }: OldSite): () => BundledServer {
  let server: BundledServer | undefined;
  beforeAll(async () => {
    await applyMigrations({ remote: false, persistTo });
    server = await startOwnServer({ persistTo, vars: () => ({ KEY_RING: keyRing }) });
  });
  afterAll(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('the server has not started');
    return server;
  };
}

function checkContents(server: () => BundledServer, site: OldSite): void {
  const signIn = (username = 'ada') =>
    openSession(server().baseUrl, { username, password: PASSWORD });

  it('lets its people sign in', async () => {
    for (const username of Object.keys(site.sessions)) await signIn(username);
  });

  it('shows its images byte for byte', async () => {
    const client = await signIn();
    for (const { path, sha256 } of site.images) {
      expect([path, await hashOf(client, path)]).toEqual([path, sha256]);
    }
  });

  it('honours its image tokens and share links', async () => {
    const { path, token } = site.imageToken;
    expect((await fetch(`${server().baseUrl}${path}?token=${token}`)).status).toBe(200);
    if (site.shareToken === null) return;
    const link = `/s/image.webp?token=${site.shareToken}`;
    expect((await fetch(server().baseUrl + link)).status).toBe(200);
  });

  it('goes on with an upload, and publishes one that was waiting', async () => {
    const client = await signIn();
    const { uploadId, left } = site.upload;
    for (const { putUrl, base64 } of left) {
      const put = await fetch(server().baseUrl + putUrl, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'image/webp' },
        body: Buffer.from(base64, 'base64'),
      });
      expect(put.status).toBe(200);
    }
    await callSite(client, 'POST', `/uploads/${uploadId}/complete`);
    for (const id of [uploadId, site.pending.uploadId]) await untilPublished(server(), client, id);
  });

  it('has right counts: fsck finds nothing', async () => {
    const client = await signIn();
    const { imageId, views } = site.viewed;
    const image = await callSite<{ view_count: number }>(
      client,
      'GET',
      `/images/${String(imageId)}`,
    );
    expect(image.view_count).toBeGreaterThanOrEqual(views);
    expect(await callSite(client, 'GET', '/user/profile')).toMatchObject({
      image_count: site.images.length + 2,
    });
    await server().runCron();
    expect(await findInconsistencies(server().persistTo)).toEqual([]);
  });
}

async function untilPublished(
  server: BundledServer,
  client: SiteClient,
  uploadId: string,
): Promise<void> {
  const until = Date.now() + PUBLISHED_MS;
  for (;;) {
    const upload = await callSite<{ image_id?: number }>(client, 'GET', `/uploads/${uploadId}`);
    if (upload.image_id !== undefined) return;
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(upload)}`);
    await server.runCron();
    await sleep(500);
  }
}
