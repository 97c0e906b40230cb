import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Unstable_Config } from 'wrangler';
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
  // Loading it takes a second, which a command that is refused can do without.
  const { getPlatformProxy, unstable_readConfig: readConfig } = await import('wrangler');
  const folder = await mkdtemp(join(tmpdir(), 'tintype-'));
  const configPath = join(folder, 'wrangler.json');
  await writeFile(configPath, configureStorage(readConfig({ config: CONFIG_PATH }), remote));
  const proxy = await getPlatformProxy<{ DB: D1Database; BUCKET: R2Bucket }>({
    configPath,
    persist: { path: localState(persistTo) },
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

/** Whether there is a database to open: opening one that is not there makes it. */
export function hasDatabase({ remote, persistTo }: DatabaseTarget): boolean {
  return remote || existsSync(join(localState(persistTo), 'd1'));
}

function localState(persistTo: string | undefined): string {
  return join(persistTo ?? join(ROOT, '.wrangler', 'state'), 'v3');
}

/** A configuration of the database and the bucket alone: Durable Objects and queues are not a script's business. */
function configureStorage(
  { name, compatibility_date, d1_databases, r2_buckets }: Unstable_Config,
  remote: boolean,
): string {
  const at = <T extends object>(binding: T): T & { remote: boolean } => ({ ...binding, remote });
  return JSON.stringify({
    name,
    compatibility_date,
    d1_databases: d1_databases.map(at),
    r2_buckets: r2_buckets.map(at),
  });
}
