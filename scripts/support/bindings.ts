import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPlatformProxy, unstable_readConfig } from 'wrangler';
import type { DatabaseTarget } from './database.ts';
import { ROOT } from './wrangler.ts';

export interface StorageBindings extends AsyncDisposable {
  readonly DB: D1Database;
  readonly BUCKET: R2Bucket;
}

const CONFIG_PATH = join(ROOT, 'wrangler.toml');

/** Opens D1 and R2 as the Worker sees them: a deployment's, or the local state that `npm start` keeps. */
export async function openBindings({
  remote,
  persistTo,
}: DatabaseTarget): Promise<StorageBindings> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-'));
  const configPath = join(folder, 'wrangler.json');
  await writeFile(configPath, configureStorage(remote));
  const state = join(persistTo ?? join(ROOT, '.wrangler', 'state'), 'v3');
  const proxy = await getPlatformProxy<{ DB: D1Database; BUCKET: R2Bucket }>({
    configPath,
    persist: { path: state },
    remoteBindings: remote,
  });
  return {
    DB: proxy.env.DB,
    BUCKET: proxy.env.BUCKET,
    [Symbol.asyncDispose]: async () => {
      await proxy.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

/** A configuration of the database and the bucket alone: Durable Objects and queues are not a script's business. */
function configureStorage(remote: boolean): string {
  const { name, compatibility_date, d1_databases, r2_buckets } = unstable_readConfig({
    config: CONFIG_PATH,
  });
  const at = <T extends object>(binding: T): T & { remote: boolean } => ({ ...binding, remote });
  return JSON.stringify({
    name,
    compatibility_date,
    d1_databases: d1_databases.map(at),
    r2_buckets: r2_buckets.map(at),
  });
}
