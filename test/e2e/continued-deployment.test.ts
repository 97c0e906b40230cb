import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readMigrations } from '../../scripts/support/migrations.ts';
import { cloneProject } from './support/clone.ts';
import { startCloudflareApi, type Fault } from './support/cloudflare/cloudflare-api.ts';
import { launch, runCommand, stopGroup } from './support/server.ts';

const TIMEOUT_MS = 1_200_000;

const MAKING_THE_DATABASE: readonly Fault[] = [
  { route: 'GET /workers/scripts/:/secrets', when: 'before' },
  { route: 'POST /d1/database', when: 'after' },
  { route: 'POST /d1/database/:/query', when: 'before', spared: 9 },
];

const DEPLOYING: readonly Fault[] = [
  { route: 'POST /storage/kv/namespaces', when: 'after' },
  { route: 'POST /r2/buckets', when: 'after' },
  { route: 'POST /queues', when: 'after' },
  { route: 'PUT /workers/scripts/:', when: 'before' },
  { route: 'PUT /workers/scripts/:', when: 'after' },
  { route: 'POST /queues/:/consumers', when: 'after' },
  // The invitation.
  {
    route: 'POST /d1/database/:/query',
    when: 'after',
    since: 'PUT /workers/scripts/:/schedules',
  },
];

/** Uploaded in each attempt. */
const SMALL_WORKER = [
  "import { DurableObject } from 'cloudflare:workers';",
  ...['RateLimiter', 'UserSessions', 'Counters', 'PasswordHasher', 'Transformer', 'ShareViews'].map(
    (name) => `export class ${name} extends DurableObject {}`,
  ),
  "export default { fetch: () => new Response('ok') };",
].join('\n');

it(
  'npm run deploy continues where it stopped, whichever call fails',
  { timeout: TIMEOUT_MS },
  async () => {
    await using scene = await prepare();
    const { api, readRing } = scene;
    for (const fault of MAKING_THE_DATABASE) await scene.fail(fault);
    await scene.interrupt();
    let ring = readRing();
    for (const fault of DEPLOYING) {
      await scene.fail(fault);
      // One that has arrived stays.
      ring ??= readRing();
      expect(readRing()).toEqual(ring);
    }
    expect(await scene.deploy()).toEqual({
      exitCode: 0,
      output: expect.stringContaining('/register#invitation='),
    });
    expect(readRing()).toEqual(ring);
    const { databases, namespaces, buckets, queues } = api.account;
    const made = [databases, namespaces, buckets, queues].map(({ length }) => length);
    expect(made).toEqual([1, 1, 1, 4]);
    expect(queues.map(({ consumers }) => consumers.length)).toEqual([1, 1, 1, 1]);
    const history = databases[0]?.rows.prepare('SELECT 1 FROM schema_history').all();
    expect(history).toHaveLength(readMigrations().length);
    expect(readRegistration(databases[0]?.rows)).toEqual(['closed']);
    expect(api.unknown).toEqual([]);
  },
);

const readRegistration = (rows: DatabaseSync | undefined): unknown[] =>
  (
    rows?.prepare("SELECT config_value FROM settings WHERE config_key = 'registration'").all() ?? []
  ).map(({ config_value }) => config_value);

async function prepare() {
  const api = await startCloudflareApi();
  const clone = cloneProject();
  writeFileSync(join(clone, 'src', 'worker', 'index.ts'), SMALL_WORKER);
  const temporary = mkdtempSync(join(tmpdir(), 'tintype-deployment-'));
  const env = { ...api.env, TMPDIR: temporary };
  const deploy = () => runCommand('deploy', [], env, clone);
  const listSecrets = () => globSync('tintype-deploy-*/secrets.json', { cwd: temporary });

  return {
    api,
    deploy,
    readRing: () =>
      api.account.workers
        .get('tintype')
        ?.deployed?.bindings.find(({ name }) => name === 'KEY_RING'),
    fail: async (fault: Fault): Promise<void> => {
      api.fail(fault);
      const { exitCode, output } = await deploy();
      api.heal();
      expect({ fault, exitCode, output }).toMatchObject({ fault, exitCode: 1 });
      expect(output).toContain('an internal error of the platform');
      expect(listSecrets()).toEqual([]);
    },
    /** Ends a deployment once it has made a key ring. */
    interrupt: async (): Promise<void> => {
      const running = launch('deploy', [], env, clone);
      await expect.poll(listSecrets, { timeout: TIMEOUT_MS }).toHaveLength(1);
      await stopGroup(running);
      expect(listSecrets()).toEqual([]);
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      for (const folder of [clone, temporary]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
