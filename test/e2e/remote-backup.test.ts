import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBackup } from '../../scripts/backup/make-backup.ts';
import { verifyBackup } from '../../scripts/backup/verify-backup.ts';
import { restoreBackup } from '../../scripts/restore/restore-backup.ts';
import type { StorageBindings } from '../../scripts/support/storage-runtime.ts';
import { countRows } from './support/count-rows.ts';
import { openRemoteStandIn } from './support/remote/remote-bindings.ts';
import { openMigratedState } from './support/upgrade/open-migrated-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'tintype-remote-'));
const [state, saved, again] = ['state', 'saved', 'again'].map((name) => join(folder, name));
let local: StorageBindings;
let remote: StorageBindings;

beforeAll(async () => {
  local = await openMigratedState('share-links', state ?? '');
  remote = await openRemoteStandIn(join(folder, 'remote'));
  await makeBackup(local, saved ?? '');
});

afterAll(async () => {
  await local[Symbol.asyncDispose]();
  await remote[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it("a backup is restored through wrangler's remote bindings, and goes on after an interruption", async () => {
  const stop = new Error('stopped here');
  let objects = 0;
  const options = { name: "the deployment's database" };
  const stopped = restoreBackup(remote, saved ?? '', {
    ...options,
    onObject: () => {
      objects += 1;
      if (objects === 5) throw stop;
    },
  });
  await expect(stopped).rejects.toBe(stop);
  expect(await restoreBackup(remote, saved ?? '', options)).toEqual([]);
  // Rows of the version before are in the substring index until a task leaves them out; restored ones are not.
  const { image_suffixes: entries, ...counts } = await countRows(local);
  expect(entries).toBeGreaterThan(0);
  expect(await countRows(remote)).toEqual({ ...counts, image_suffixes: 0 });
});

it("a site behind wrangler's remote bindings is backed up whole", async () => {
  const { objects, missing } = await makeBackup(remote, again ?? '');
  expect(missing).toEqual([]);
  expect(objects).toBe((await makeBackup(local, saved ?? '')).objects);
  expect(await verifyBackup(again ?? '')).toEqual([]);
});

it('a deployment that is not empty is refused by name', async () => {
  const restored = restoreBackup(remote, saved ?? '', { name: "the deployment's database" });
  await expect(restored).rejects.toThrow(
    /There are rows in .*images.*\(the deployment's database\)/u,
  );
});
