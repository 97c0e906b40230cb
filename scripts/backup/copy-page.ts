import { VARIANT_MIME_TYPE } from '../../src/shared/variants.ts';
import type { Database } from '../../src/worker/db/database.ts';
import type { ObjectStore } from '../../src/worker/storage/object-store.ts';
import { workInParallel } from '../support/work-in-parallel.ts';
import { hasObject, saveFound, saveObject } from './object-files.ts';
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
  /** Ids of images whose variants are malformed. Their objects are those that the bucket has. */
  readonly malformed: readonly number[];
}

/**
 * Rows first, then their objects. An object that is gone was erased after its rows were read (its image was deleted, or
 * published): the rows are read again, and say so.
 */
export async function copyPage(source: Source, unit: Unit, range: KeyRange): Promise<CopiedPage> {
  for (let reading = 1; ; reading += 1) {
    const tables = await readPage(source.db, unit, range);
    const { needed, doubtful } = listObjects(tables);
    const { objects, missing } = await fetchObjects(source, needed);
    if (missing.length > 0 && reading < MAX_READINGS) continue;
    const found = await fetchFound(
      source,
      doubtful.flatMap(({ keys }) => keys),
    );
    const malformed = doubtful.map(({ id }) => id);
    return { tables, objects: [...objects, ...found], missing, malformed };
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

/** The database tells nothing of their bytes. */
async function fetchFound({ objects, folder }: Source, keys: readonly string[]) {
  const found: PageObject[] = [];
  await workInParallel(keys, TRANSFERS, async (key) => {
    const stored = await objects.open(key);
    if (stored === null) return;
    const contentType = stored.httpMetadata?.contentType ?? VARIANT_MIME_TYPE;
    const content = new Uint8Array(await stored.arrayBuffer());
    found.push({ key, contentType, ...(await saveFound(folder, content)) });
  });
  return found;
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
