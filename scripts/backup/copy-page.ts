import type { Database } from '../../src/worker/db/database.ts';
import type { ObjectStore } from '../../src/worker/storage/object-store.ts';
import { workInParallel } from '../support/work-in-parallel.ts';
import { hasObject, saveObject } from './object-files.ts';
import type { Page, PageObject } from './page-file.ts';
import { listObjects, type NeededObject } from './page-objects.ts';
import { readPage, type KeyRange } from './read-page.ts';
import type { Unit } from './units.ts';

export const TRANSFERS = 8;
const MAX_READINGS = 4;

export interface Source {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly folder: string;
}

export interface CopiedPage extends Page {
  /** Keys that the rows demand and the bucket does not have, or has with other bytes. */
  readonly missing: readonly string[];
}

/**
 * Rows first, then their objects. An object that is gone was erased after its rows were read (its image was deleted, or
 * published): the rows are read again, and say so.
 */
export async function copyPage(source: Source, unit: Unit, range: KeyRange): Promise<CopiedPage> {
  for (let reading = 1; ; reading += 1) {
    const tables = await readPage(source.db, unit, range);
    const { objects, missing } = await fetchObjects(source, listObjects(tables));
    if (missing.length === 0 || reading === MAX_READINGS) return { tables, objects, missing };
  }
}

async function fetchObjects(source: Source, needed: readonly NeededObject[]) {
  const objects: PageObject[] = [];
  const missing: string[] = [];
  await workInParallel(needed, TRANSFERS, async ({ isRequired, ...object }) => {
    // The folder may have equal bytes of another object, so only the bucket can tell.
    if (!isRequired && (await source.objects.head(object.key)) === null) return;
    if (await fetchObject(source, object)) objects.push(object);
    else missing.push(object.key);
  });
  return { objects, missing };
}

/** What the folder has already is not fetched: the database names the SHA-256 of each object. */
async function fetchObject(
  { objects, folder }: Pick<Source, 'objects' | 'folder'>,
  object: PageObject,
): Promise<boolean> {
  if (await hasObject(folder, object)) return true;
  const stored = await objects.open(object.key);
  return stored !== null && saveObject(folder, object, stored.body);
}
