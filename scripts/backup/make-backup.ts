import { randomBytes } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { query } from '../../src/worker/db/query.ts';
import { schemaHistory } from '../../src/worker/db/schema/schema-history.ts';
import { prepareAll } from '../../src/worker/db/statement.ts';
import { ObjectStore } from '../../src/worker/storage/object-store.ts';
import type { StorageBindings } from '../support/storage-runtime.ts';
import { copyPage, type CopiedPage, type Source } from './copy-page.ts';
import { lockFolder } from './lock-folder.ts';
import { FORMAT, writeManifest, type Manifest, type PageEntry } from './manifest.ts';
import { writePage, type Page } from './page-file.ts';
import { prune } from './prune.ts';
import { listRanges } from './read-page.ts';
import { readSequences } from './sequences.ts';
import { readTables } from './tables.ts';
import { planUnits } from './units.ts';

type Totals = { -readonly [Name in 'rows' | 'objects' | 'objectBytes']: Manifest[Name] };

export interface BackupOptions {
  /** After each page, with what is saved so far. */
  readonly onProgress?: (totals: Readonly<Totals>) => void;
}

/**
 * Beside the running service. The manifest replaces that of the previous backup as the last step; a killed run is
 * repeated, and fetches only the objects that it had not fetched.
 * @throws {ScriptError} while another process makes a backup in the folder.
 */
export async function makeBackup(
  bindings: Pick<StorageBindings, 'DB' | 'BUCKET'>,
  folder: string,
  { onProgress = () => undefined }: BackupOptions = {},
): Promise<Manifest> {
  await using _ = await lockFolder(folder);
  const startedAt = new Date().toISOString();
  const id = `${startedAt.replaceAll(/\D/gu, '').slice(0, 14)}-${randomBytes(4).toString('hex')}`;
  const { db } = openDatabases(bindings.DB);
  const source = { db, objects: new ObjectStore(bindings.BUCKET), folder };
  const migrations = await db.run(selectHistory());
  const pages: PageEntry[] = [];
  const missing: string[] = [];
  const malformed: number[] = [];
  const totals = { rows: 0, objects: 0, objectBytes: 0 };
  for await (const { missing: absent, malformed: unread, ...page } of copyPages(source)) {
    const file = `${id}/${String(pages.length + 1).padStart(6, '0')}.json.gz`;
    pages.push(await writePage(folder, file, page));
    missing.push(...absent);
    malformed.push(...unread);
    addTo(totals, page);
    onProgress(totals);
  }
  const manifest = {
    format: FORMAT,
    id,
    startedAt,
    finishedAt: new Date().toISOString(),
    migrations,
    sequences: await readSequences(db),
    pages,
    ...totals,
    missing,
    malformed,
  } as const;
  await writeManifest(folder, manifest);
  await prune(folder, manifest);
  return manifest;
}

async function* copyPages(source: Source): AsyncGenerator<CopiedPage> {
  for (const unit of planUnits(await readTables(source.db))) {
    for await (const range of listRanges(source.db, unit)) yield copyPage(source, unit, range);
  }
}

function addTo(totals: Totals, { tables, objects }: Page): void {
  totals.rows += tables.reduce((sum, { rows }) => sum + rows.length, 0);
  totals.objects += objects.length;
  totals.objectBytes += objects.reduce((sum, { size }) => sum + size, 0);
}

const selectHistory = prepareAll(() =>
  query
    .select({ name: schemaHistory.name, sha256: schemaHistory.sha256 })
    .from(schemaHistory)
    .orderBy(asc(schemaHistory.position)),
);
