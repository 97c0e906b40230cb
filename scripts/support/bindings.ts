import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseTarget } from './database-target.ts';
import { requireDatabaseId } from './deployed-database.ts';
import { findAccount } from './find-account.ts';
import { startStorage, type StorageBindings } from './storage-runtime.ts';
import { localIdOf, readWranglerConfig } from './wrangler-config.ts';
import { ROOT } from './wrangler.ts';

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

/** Uses the folder and the names of `npm start`. */
function openLocal(resourcePersistencePath: string): Promise<StorageBindings> {
  const { d1_databases, r2_buckets } = readWranglerConfig();
  return startStorage({
    resourcePersistencePath,
    databases: Object.fromEntries(d1_databases.map((db) => [db.binding, localIdOf(db)])),
    buckets: Object.fromEntries(r2_buckets.map((r2) => [r2.binding, r2.bucket_name])),
  });
}

async function openRemote(): Promise<StorageBindings> {
  const { maybeStartOrUpdateRemoteProxySession } = await import('wrangler');
  const config = await configureRemote();
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'tintype-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const path = join(folder, 'wrangler.json');
  await writeFile(path, JSON.stringify(config));
  const started = await maybeStartOrUpdateRemoteProxySession({ path });
  if (started === null) throw new Error('wrangler finds no remote binding');
  const { session } = started;
  opened.defer(() => session.dispose());
  const { remoteProxyConnectionString } = session;
  const atSession = (id: string) => ({ id, remoteProxyConnectionString });
  const bindings = opened.use(
    await startStorage({
      databases: Object.fromEntries(
        config.d1_databases.map((db) => [db.binding, atSession(db.database_id)]),
      ),
      buckets: Object.fromEntries(
        config.r2_buckets.map((r2) => [r2.binding, atSession(r2.bucket_name)]),
      ),
    }),
  );
  const owned = opened.move();
  return { ...bindings, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Database and bucket only: scripts need no Durable Objects and queues. */
async function configureRemote() {
  const { name, compatibility_date, d1_databases, r2_buckets } = readWranglerConfig();
  const account = await findAccount();
  const atDeployment = <T extends object>(binding: T) => ({ ...binding, remote: true });
  return {
    name,
    account_id: account.id,
    compatibility_date,
    d1_databases: await Promise.all(
      d1_databases.map(async ({ binding, ...named }) =>
        // Without the preview id, which wrangler would prefer.
        atDeployment({ binding, database_id: await requireDatabaseId(account, named) }),
      ),
    ),
    r2_buckets: r2_buckets.map(atDeployment),
  };
}
