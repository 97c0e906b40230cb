import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Runtime from 'miniflare';
import type { DatabaseTarget } from './database-target.ts';
import { requireDatabaseId } from './deployed-database.ts';
import { localIdOf, readWranglerConfig } from './wrangler-config.ts';
import { ROOT } from './wrangler.ts';

interface Bindings {
  readonly DB: D1Database;
  readonly BUCKET: R2Bucket;
}

export interface StorageBindings extends Bindings, AsyncDisposable {}

/** Those of a deployment, or the local state of `npm start`. */
export function openBindings({ remote, persistTo }: DatabaseTarget): Promise<StorageBindings> {
  return remote ? openRemote() : openLocal(localState(persistTo));
}

/** Opening a missing database would create it. */
export function hasDatabase({ remote, persistTo }: DatabaseTarget): boolean {
  return remote || existsSync(join(localState(persistTo), 'd1'));
}

function localState(persistTo: string | undefined): string {
  return join(persistTo ?? join(ROOT, '.wrangler', 'state'), 'v3');
}

/** Uses the folder and the names of `npm start`. Loads the runtime late: a refused command needs none. */
async function openLocal(resourcePersistencePath: string): Promise<StorageBindings> {
  // `import` would parse its megabytes again, for the names that it exports.
  const { convertV4MiniflareOptions, Miniflare } = createRequire(import.meta.url)(
    'miniflare',
  ) as typeof Runtime;
  const { name, compatibility_date, d1_databases, r2_buckets } = readWranglerConfig();
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath,
      workers: [
        {
          name,
          modules: true,
          script: 'export default {};',
          compatibilityDate: compatibility_date,
          d1Databases: Object.fromEntries(d1_databases.map((db) => [db.binding, localIdOf(db)])),
          r2Buckets: Object.fromEntries(r2_buckets.map((r2) => [r2.binding, r2.bucket_name])),
        },
      ],
    }),
  );
  const { DB, BUCKET } = await runtime.getBindings<Bindings>(name);
  return { DB, BUCKET, [Symbol.asyncDispose]: () => runtime.dispose() };
}

async function openRemote(): Promise<StorageBindings> {
  const { getPlatformProxy } = await import('wrangler');
  const folder = await mkdtemp(join(tmpdir(), 'tintype-'));
  const configPath = join(folder, 'wrangler.json');
  await writeFile(configPath, JSON.stringify(await configureRemote()));
  const { env, dispose } = await getPlatformProxy<Bindings>({ configPath, remoteBindings: true });
  return {
    ...env,
    [Symbol.asyncDispose]: async () => {
      await dispose();
      await rm(folder, { recursive: true });
    },
  };
}

/** Database and bucket only: scripts need no Durable Objects and queues. */
async function configureRemote() {
  const { name, compatibility_date, d1_databases, r2_buckets } = readWranglerConfig();
  const atDeployment = <T extends object>(binding: T) => ({ ...binding, remote: true });
  return {
    name,
    compatibility_date,
    d1_databases: await Promise.all(
      d1_databases.map(async ({ binding, ...named }) =>
        // Without the preview id, which wrangler would prefer.
        atDeployment({ binding, database_id: await requireDatabaseId(named) }),
      ),
    ),
    r2_buckets: r2_buckets.map(atDeployment),
  };
}
