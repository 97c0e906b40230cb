import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { KeyRing } from '../../src/worker/lib/key-ring.ts';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { cookieCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { requireDatabaseId } from '../../scripts/support/deployed-database.ts';
import { findAccount } from '../../scripts/support/find-account.ts';
import { readMigrations } from '../../scripts/support/migrations.ts';
import { drawSource } from '../support/draw.ts';
import { startBundledServer, type BundledServer } from './support/bundled-server.ts';
import { cloneBuiltProject } from './support/clone.ts';
import type { Binding, Version } from './support/cloudflare/account.ts';
import { startCloudflareApi, type CloudflareApi } from './support/cloudflare/cloudflare-api.ts';
import { insertPerson, openDatabase, PASSWORD } from './support/insert-person.ts';
import { runCommand, type CommandRun } from './support/server.ts';

const QUERY = 'POST /d1/database/:/query';
const UPLOAD = 'PUT /workers/scripts/:';
const PHOTOGRAPH = { width: 640, height: 480 };

const REGISTRATION = "SELECT config_value AS name FROM settings WHERE config_key = 'registration'";
/** One that has opened the registration. */
const ADMINISTRATOR = `
  INSERT INTO users (username, email, password_hash, role, storage_quota, created_at, updated_at)
    VALUES ('ada', 'ada@example.org', 'x', 'admin', 1, 1, 1);
  UPDATE settings SET config_value = 'open' WHERE config_key = 'registration';`;
const BEFORE = `
  DELETE FROM users;
  UPDATE settings SET config_value = 'closed' WHERE config_key = 'registration';`;

let api: CloudflareApi;
let clone: string;
let temporary: string;
let first: CommandRun & {
  readonly calls: readonly string[];
  readonly versions: readonly Version[];
};

beforeAll(async () => {
  api = await startCloudflareApi();
  clone = cloneBuiltProject();

  temporary = await mkdtemp(join(tmpdir(), 'tintype-deployment-'));
  const run = await deploy();
  first = { ...run, calls: [...api.calls], versions: [...worker().versions] };
  return async () => {
    await api[Symbol.asyncDispose]();
    for (const folder of [clone, temporary]) rmSync(folder, { recursive: true, force: true });
  };
}, 300_000);

describe('the first npm run deploy', () => {
  it('makes all that an empty account lacks, in one command', () => {
    expect(first).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Tintype is at https://tintype.somebody.workers.dev\n'),
    });
    const { account, unknown } = api;
    expect(account.databases.map(({ name }) => name)).toEqual(['tintype']);
    expect(account.namespaces.map(({ title }) => title)).toEqual(['tintype-cache']);
    expect(account.buckets).toEqual(['tintype']);
    expect(account.queues.map(({ queue_name }) => queue_name)).toEqual([
      'tintype-publish',
      'tintype-avif',
      'tintype-outbox',
      'tintype-dead',
    ]);
    expect(unknown).toEqual([]);
  });

  it('migrates the database before the Worker goes up', () => {
    expect(readHistory()).toEqual(readMigrations().map(({ name }) => name));
    const upload = first.calls.indexOf(UPLOAD);
    const queries = first.calls.slice(0, upload).filter((call) => call === QUERY);
    expect(queries.length).toBeGreaterThan(readMigrations().length);
    // Those of the invitation.
    expect(first.calls.slice(upload).filter((call) => call === QUERY).length).toBeLessThan(3);
  });

  it('binds all of it, and the key ring, in the first version', () => {
    const { databases, namespaces } = api.account;
    const [version, ...later] = first.versions;
    expect(later).toEqual([]);
    expect(version?.metadata.bindings).toEqual(
      expect.arrayContaining([
        { type: 'd1', name: 'DB', id: databases[0]?.uuid },
        { type: 'kv_namespace', name: 'CACHE', namespace_id: namespaces[0]?.id },
        { type: 'r2_bucket', name: 'BUCKET', bucket_name: 'tintype' },
        { type: 'queue', name: 'DEAD_QUEUE', queue_name: 'tintype-dead' },
      ]),
    );
    expect(() => KeyRing.parse(keyRing()?.['text'] as string)).not.toThrow();
  });

  it('connects cron, queues and workers.dev', () => {
    expect(worker()).toMatchObject({ isOnWorkersDev: true, schedules: [{ cron: '* * * * *' }] });
    for (const { queue_name, consumers } of api.account.queues) {
      const dead = queue_name === 'tintype-dead' ? {} : { dead_letter_queue: 'tintype-dead' };
      expect(consumers).toMatchObject([{ script: 'tintype', type: 'worker', ...dead }]);
    }
  });

  it('closes the registration before the Worker goes up, but for one administrator', () => {
    expect(readNames(REGISTRATION)).toEqual(['closed']);
    const select = 'SELECT role AS name FROM invitations WHERE max_uses = 1 AND expires_at < ?';
    const soon = Date.now() + 3_600_000;
    const roles = api.account.databases[0]?.rows.prepare(select).all(soon);
    expect(roles).toEqual([expect.objectContaining({ name: 'admin' })]);
  });

  it('leaves no key ring in its output or in files', () => {
    expect(first.output).not.toContain(String(keyRing()?.['text']).slice(3));
    expect(readdirSync(temporary).filter((name) => name.startsWith('tintype'))).toEqual([]);
  });
});

describe('the Worker with the rows of the first npm run deploy', () => {
  let server: BundledServer;

  beforeAll(async () => {
    server = await startDeployed();
    return () => server.stop();
  });

  it('lets in the holder of its link as an administrator, once, and nobody else', async () => {
    const register = async (username: string, invitation?: string) => {
      const { status } = await fetch(`${server.baseUrl}/api/v1/auth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          username,
          email: `${username}@example.org`,
          password: PASSWORD,
          invitation,
        }),
      });
      return status;
    };
    expect(await register('stranger')).toBe(403);
    expect(await register('ada', invitationOf(first))).toBe(201);
    expect(await register('eve', invitationOf(first))).toBe(403);
    const accounts = openDatabase(server).prepare('SELECT username, role FROM users').all();
    expect(accounts).toEqual([expect.objectContaining({ username: 'ada', role: 'admin' })]);
  });

  it('serves the photographs uploaded to it', async () => {
    const client = new TintypeApi(server.baseUrl, cookieCredentials());
    await client.login({ username: insertPerson(server), password: PASSWORD });
    const codecs = createNodeCodecs();
    const image = await uploadImage(await drawSource(codecs, 1, PHOTOGRAPH), {
      api: client,
      codecs,
      filename: 'photograph.webp',
      visibility: 'public',
    });
    const { status, headers } = await fetch(`${server.baseUrl}/i/${image.asset_link}.webp`);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/webp']);
  });
});

describe('commands with --remote', () => {
  it('find the database of the deployment by its name', async () => {
    for (const [name, value] of Object.entries(api.env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const id = api.account.databases[0]?.uuid;
    const account = await findAccount();
    await expect(requireDatabaseId(account, { database_name: 'tintype' })).resolves.toBe(id);
  });
});

describe('a later npm run deploy', () => {
  it('changes nothing of an account with --dry-run', async () => {
    api.calls.length = 0;
    expect(await deploy('--dry-run')).toEqual({
      exitCode: 0,
      output: expect.stringContaining('--dry-run: exiting now'),
    });
    expect(api.calls).toEqual([]);
  });

  it('names the state to go back to, migrates, and keeps ring and resources', async () => {
    const { databases, namespaces, buckets, queues } = api.account;
    const migration = join(clone, 'migrations', '9999_later.sql');
    writeFileSync(migration, 'CREATE TABLE later (id INTEGER PRIMARY KEY);');
    onTestFinished(() => {
      rmSync(migration);
      databases[0]?.rows.exec(BEFORE);
    });
    const before = structuredClone({ namespaces, buckets, queues });
    const ring = keyRing();
    databases[0]?.rows.exec(ADMINISTRATOR);
    api.calls.length = 0;
    const second = await deploy();
    expect(second.exitCode).toBe(0);
    // An administrator has decided.
    expect(second.output).not.toContain('invitation');
    expect(readNames(REGISTRATION)).toEqual(['open']);
    expect(second.output).toContain(
      `npx wrangler d1 time-travel restore DB --bookmark=00000001-${databases[0]?.uuid ?? ''}`,
    );
    const steps = ['GET /d1/database/:/time_travel/bookmark', QUERY, UPLOAD];
    expect(steps.map((step) => api.calls.indexOf(step))).toEqual(
      steps.map((step) => api.calls.indexOf(step)).toSorted((a, b) => a - b),
    );
    expect(readTables()).toContain('later');
    expect(worker().versions.at(-1)?.metadata.bindings).not.toContainEqual(
      expect.objectContaining({ type: 'secret_text' }),
    );
    expect(keyRing()).toEqual(ring);
    expect({ namespaces, buckets, queues }).toEqual(before);
  });

  it('of an earlier version than the last is refused by the name of the migration, and uploads nothing', async () => {
    const { databases } = api.account;
    databases[0]?.rows.exec(
      "INSERT INTO schema_history (position, name, sha256, applied_at) VALUES (9999, '9999_later.sql', '', 0)",
    );
    onTestFinished(() => {
      databases[0]?.rows.exec('DELETE FROM schema_history WHERE position = 9999');
    });
    api.calls.length = 0;
    const { exitCode, output } = await deploy();
    expect(exitCode).toBe(1);
    expect(output).toContain('has the migration 9999_later.sql, which this version does not know');
    expect(api.calls).not.toContain(UPLOAD);
  });

  it('connects a restored database and bucket of other names, and leaves the registration open', async () => {
    const config = join(clone, 'wrangler.toml');
    const before = readFileSync(config, 'utf8');
    onTestFinished(() => writeFileSync(config, before));
    writeFileSync(
      config,
      before.replaceAll(/^(database_name|bucket_name) = "tintype"$/gmu, '$1 = "restored"'),
    );
    const database = { uuid: randomUUID(), name: 'restored', rows: makeRestored() };
    api.account.databases.push(database);
    api.account.buckets.push('restored');
    const ring = keyRing();
    const run = await deploy();
    expect(run.exitCode).toBe(0);
    expect(run.output).not.toContain('invitation');
    expect(worker().deployed?.bindings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'DB', id: database.uuid }),
        expect.objectContaining({ name: 'BUCKET', bucket_name: 'restored' }),
      ]),
    );
    expect(keyRing()).toEqual(ring);
    expect(database.rows.prepare('SELECT count(*) AS n FROM settings').get()?.['n']).toBe(0);
  });
});

function makeRestored(): DatabaseSync {
  const rows = new DatabaseSync(':memory:');
  rows.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)');
  for (const { name, sql } of readMigrations()) {
    rows.exec(sql);
    rows.prepare("INSERT INTO d1_migrations (name, applied_at) VALUES (?, '')").run(name);
  }
  rows.exec(ADMINISTRATOR);
  return rows;
}

function deploy(...options: readonly string[]): Promise<CommandRun> {
  // As in Workers Builds.
  const env = { ...api.env, CI: 'true', WORKERS_CI: '1', TMPDIR: temporary };
  return runCommand('deploy', options, env, clone);
}

/** Runs on this machine, with the rows that the deployment has written. */
async function startDeployed(): Promise<BundledServer> {
  const server = await startBundledServer(inject('bundleFolder'));
  // It has read nothing yet.
  const database = openDatabase(server);
  for (const table of ['settings', 'invitations']) {
    for (const row of readRows(`SELECT * FROM ${table}`)) {
      const columns = Object.keys(row);
      database
        .prepare(
          `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
        )
        .run(...Object.values(row));
    }
  }
  database.close();
  return server;
}

const invitationOf = ({ output }: CommandRun): string =>
  /^ {2}https:\/\/tintype\.somebody\.workers\.dev\/register#invitation=(\w+)$/mu.exec(
    output,
  )?.[1] ?? 'no invitation';

function worker() {
  const known = api.account.workers.get('tintype');
  if (known === undefined) throw new Error('there is no Worker');
  return known;
}

/** That of the deployed version, inherited or not. */
function keyRing(): Binding | undefined {
  return worker().deployed?.bindings.find(({ name }) => name === 'KEY_RING');
}

const readRows = (sql: string) => api.account.databases[0]?.rows.prepare(sql).all() ?? [];

const readNames = (sql: string): unknown[] => readRows(sql).map(({ name }) => name);

const readHistory = () => readNames('SELECT name FROM schema_history ORDER BY position');

const readTables = () => readNames("SELECT name FROM sqlite_master WHERE type = 'table'");
