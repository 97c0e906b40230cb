import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ensureDatabase } from '../../scripts/deploy/ensure-database.ts';
import { deployWorker } from '../../scripts/deploy/deploy-worker.ts';
import { readSecretNames } from '../../scripts/deploy/read-secret-names.ts';
import { applyMigrations } from '../../scripts/support/database.ts';
import { DEPLOYMENT } from '../../scripts/support/database-target.ts';
import { findAccount } from '../../scripts/support/find-account.ts';
import { readMigrations } from '../../scripts/support/migrations.ts';
import { cloneBuiltProject } from './support/clone.ts';
import {
  startCloudflareApi,
  type CloudflareApi,
  type Fault,
} from './support/cloudflare/cloudflare-api.ts';
import { newWorker } from './support/cloudflare/worker-routes.ts';
import { launch, runCommand, stopGroup } from './support/server.ts';

/** Above the ids that Linux gives. */
const ENDED_PID = 2 ** 30;
const TIMEOUT_MS = 1_200_000;

/** Namespace, bucket and a queue are there, and no Worker. */
const QUEUE_MADE: Fault = { route: 'POST /queues', when: 'after' };
/** The key ring has arrived, and no answer. */
const UPLOAD_HANGS: Fault = { route: 'PUT /workers/scripts/:', when: 'hanging' };
/** All is there but the link. */
const INVITATION_MADE: Fault = {
  route: 'POST /d1/database/:/query',
  when: 'after',
  since: 'PUT /workers/scripts/:/schedules',
};

/** `EVERY_CALL=true npm test -- continued-deployment` fails these as well, one after the other, which takes half a minute more. */
const unlessBrief = (...faults: readonly Fault[]): readonly Fault[] =>
  process.env['EVERY_CALL'] === 'true' ? faults : [];

const BEFORE_QUEUES = unlessBrief(
  { route: 'POST /storage/kv/namespaces', when: 'before' },
  { route: 'POST /storage/kv/namespaces', when: 'after' },
  { route: 'POST /r2/buckets', when: 'after' },
);
const UPLOAD_FAILS = unlessBrief({ route: 'PUT /workers/scripts/:', when: 'before' });
const WITH_A_WORKER = unlessBrief(
  { route: 'GET /d1/database/:/time_travel/bookmark', when: 'before' },
  { route: 'POST /queues/:/consumers', when: 'after' },
  { route: 'PUT /workers/scripts/:/schedules', when: 'before' },
);

it('npm run deploy takes no failure for a missing Worker, and makes one database', async () => {
  await using api = await startCloudflareApi();
  for (const [name, value] of Object.entries(api.env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const account = await findAccount();
  const failStep = async (step: () => Promise<unknown>, fault: Fault): Promise<void> => {
    api.fail(fault);
    await expect(step()).rejects.toThrow('an internal error of the platform');
    api.heal();
  };
  await failStep(() => readSecretNames(account), {
    route: 'GET /workers/scripts/:/secrets',
    when: 'before',
  });
  await failStep(() => ensureDatabase(account), { route: 'GET /d1/database/:', when: 'before' });
  expect(api.account.databases).toEqual([]);
  await failStep(() => ensureDatabase(account), { route: 'POST /d1/database', when: 'after' });
  await ensureDatabase(account);
  expect(api.account.databases).toHaveLength(1);
  const migrate = () => applyMigrations(DEPLOYMENT);
  await failStep(migrate, { route: 'POST /d1/database/:/query', when: 'before', spared: 9 });
  expect(readMigrationCount(api)).toBeLessThan(readMigrations().length);
  await migrate();
  expect(readMigrationCount(api)).toBe(readMigrations().length);
});

it('npm run deploy uploads nothing when another deployment has made the key ring meanwhile', async () => {
  await using api = await startCloudflareApi();
  for (const [name, value] of Object.entries(api.env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const bindings = [{ type: 'secret_text', name: 'KEY_RING', text: 'k1:of the other' }];
  api.account.workers.set('tintype', {
    ...newWorker(),
    deployed: { id: 'other', metadata: { bindings }, bindings },
  });
  const account = await findAccount();
  for (const seen of [null, new Set<string>()]) {
    await expect(deployWorker(account, seen, [])).rejects.toThrow(
      'Another deployment has made the key ring',
    );
  }
  expect(api.calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
});

it(
  'npm run deploy continues where it stopped, whichever call fails',
  { timeout: TIMEOUT_MS },
  async () => {
    await using scene = await prepare();
    const { api, readRing } = scene;
    for (const fault of [...BEFORE_QUEUES, QUEUE_MADE, ...UPLOAD_FAILS]) await scene.fail(fault);
    expect(readRing()).toBeUndefined();
    await scene.interrupt();
    const ring = readRing();
    for (const fault of [...WITH_A_WORKER, INVITATION_MADE]) await scene.fail(fault);
    expect(readRing()).toEqual(ring);
    expect(await scene.deploy()).toEqual({
      exitCode: 0,
      output: expect.stringContaining('/register#invitation='),
    });
    expect(readRing()).toEqual(ring);
    const { databases, namespaces, buckets, queues } = api.account;
    const made = [databases, namespaces, buckets, queues].map(({ length }) => length);
    expect(made).toEqual([1, 1, 1, 4]);
    expect(queues.map(({ consumers }) => consumers.length)).toEqual([1, 1, 1, 1]);
    expect(readMigrationCount(api)).toBe(readMigrations().length);
    expect(readRegistration(databases[0]?.rows)).toEqual(['closed']);
    expect(api.unknown).toEqual([]);
  },
);

const readMigrationCount = ({ account }: CloudflareApi): number | undefined =>
  account.databases[0]?.rows.prepare('SELECT 1 FROM schema_history').all().length;

const readRegistration = (rows: DatabaseSync | undefined): unknown[] =>
  (
    rows?.prepare("SELECT config_value FROM settings WHERE config_key = 'registration'").all() ?? []
  ).map(({ config_value }) => config_value);

async function prepare() {
  const api = await startCloudflareApi();
  const clone = cloneBuiltProject();
  const temporary = mkdtempSync(join(tmpdir(), 'tintype-deployment-'));
  const env = { ...api.env, TMPDIR: temporary };
  // A killed deployment has left it.
  const left = join(temporary, `tintype-deploy-${String(ENDED_PID)}-left`);
  mkdirSync(left);
  writeFileSync(join(left, 'secrets.json'), '{}');
  const deploy = () => runCommand('deploy', [], env, clone);
  const listSecrets = () => globSync('tintype-deploy-*/secrets.json', { cwd: temporary });
  const readRing = () =>
    api.account.workers.get('tintype')?.deployed?.bindings.find(({ name }) => name === 'KEY_RING');

  return {
    api,
    deploy,
    readRing,
    fail: async (fault: Fault): Promise<void> => {
      api.fail(fault);
      const { exitCode, output } = await deploy();
      api.heal();
      expect({ fault, exitCode, output }).toMatchObject({ fault, exitCode: 1 });
      expect(output).toContain('an internal error of the platform');
      expect(listSecrets()).toEqual([]);
    },
    /** Ends a deployment whose key ring has arrived, before it knows. */
    interrupt: async (): Promise<void> => {
      api.fail(UPLOAD_HANGS);
      const running = launch('deploy', [], env, clone);
      await expect.poll(readRing, { timeout: TIMEOUT_MS }).toBeDefined();
      const [secrets = ''] = listSecrets();
      const modes = [secrets, dirname(secrets)].map(
        (path) => statSync(join(temporary, path)).mode & 0o777,
      );
      expect(modes).toEqual([0o600, 0o700]);
      await stopGroup(running);
      api.heal();
      expect(listSecrets()).toEqual([]);
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      for (const folder of [clone, temporary]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
