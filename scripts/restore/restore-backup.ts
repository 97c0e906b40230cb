import { openAsBlob } from 'node:fs';
import { systemClock } from '../../src/shared/clock.ts';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import type { Finding } from '../../src/worker/domain/consistency/finding.ts';
import { NEEDED_TASKS } from '../../src/worker/db/needed-tasks.ts';
import { reopenTasks } from '../../src/worker/domain/tasks/run-tasks.ts';
import { ObjectStore } from '../../src/worker/storage/object-store.ts';
import { TRANSFERS } from '../backup/copy-page.ts';
import { readManifest, type Manifest } from '../backup/manifest.ts';
import { objectPath } from '../backup/object-files.ts';
import { readPageFile, type Page, type PageObject } from '../backup/page-file.ts';
import { readTables } from '../backup/tables.ts';
import type { StorageBindings } from '../support/storage-runtime.ts';
import { applyTo } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';
import { readMigrations } from '../support/migrations.ts';
import { workInParallel } from '../support/work-in-parallel.ts';
import { insertPage } from './insert-page.ts';
import { prepareTarget } from './prepare-target.ts';
import { endRestore } from './restore-mark.ts';
import { endLimitedLinks, fixInconsistencies, settle } from './settle.ts';
import { splitStatements } from './split-statements.ts';

export interface RestoreOptions {
  /** For sentences: the target. */
  readonly name: string;
  readonly onObject?: (object: PageObject) => void;
}

/**
 * Into an empty database and bucket, which must not serve meanwhile: their boot gate is shut until the end. A killed restore is
 * repeated, and goes on at its page. Returns what only a person can decide.
 * @throws {ScriptError} when the target is not empty, or the backup is damaged or of other migrations.
 */
export async function restoreBackup(
  bindings: Pick<StorageBindings, 'DB' | 'BUCKET'>,
  folder: string,
  { name, onObject = () => undefined }: RestoreOptions,
): Promise<Finding[]> {
  const manifest = await readManifest(folder);
  const { db, directory } = openDatabases(bindings.DB);
  const objects = new ObjectStore(bindings.BUCKET);
  const restored = await prepareTarget({ db, bindings, name }, manifest);
  const tables = await readTables(db);
  for (const [number, entry] of [...manifest.pages].reverse().entries()) {
    if (number < restored) continue;
    const page = await readPageFile(folder, entry);
    if (page === null) throw damaged(folder, `page ${entry.file}`);
    // No row names an object that is not there.
    await putObjects(objects, folder, page, onObject);
    await insertPage(db, tables, { number, tables: page.tables });
  }
  return finish({ db, directory, objects, clock: systemClock }, bindings, manifest);
}

async function finish(
  services: Parameters<typeof fixInconsistencies>[0],
  { DB }: Pick<StorageBindings, 'DB'>,
  { sequences }: Manifest,
): Promise<Finding[]> {
  // Those that are newer than the backup.
  await applyTo(DB, readMigrations(), splitStatements);
  // The backup may have rows of old forms.
  await services.db.run(reopenTasks({ needed: Object.values(NEEDED_TASKS).flat() }));
  await settle(services.db, sequences, services.clock.now());
  await endLimitedLinks(services.db, services.clock.now());
  const left = await fixInconsistencies(services);
  await endRestore(services.db);
  return left;
}

/** The bucket checks each SHA-256. An object that is there was put by an earlier attempt. */
async function putObjects(
  objects: ObjectStore,
  folder: string,
  page: Page,
  onObject: (object: PageObject) => void,
): Promise<void> {
  await workInParallel(page.objects, TRANSFERS, async (object) => {
    const { key, sha256, contentType } = object;
    const content = await openAsBlob(objectPath(folder, object))
      .then(async (blob) => new Uint8Array(await blob.arrayBuffer()))
      .catch(() => null);
    if (content === null) throw damaged(folder, `object ${key}`);
    const outcome = await objects.putNew(key, content, sha256, contentType);
    if (outcome === 'checksum_mismatch') throw damaged(folder, `object ${key}`);
    onObject(object);
  });
}

function damaged(folder: string, part: string): ScriptError {
  return new ScriptError(
    `The backup in ${folder} is damaged: ${part} is missing or has other bytes. ` +
      `npm run backup -- --verify ${folder} lists all faults. The restore goes on when it is run again with the file.`,
  );
}
