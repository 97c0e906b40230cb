import { statement } from '../../db/database.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const PAGE_ROWS = 1000;
/** Suspects that are looked at together. */
const BATCH_OBJECTS = 200;
/** Objects this young may belong to a request that is still under way. */
const MIN_ASTRAY_AGE_MS = 3_600_000;

interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly uploadedMs: number;
}

interface VariantRow {
  readonly object_key: string;
  readonly size: number;
}

/** Every object of the bucket in the order of its key. */
async function* listObjects({ objects }: ConsistencyServices): AsyncGenerator<StoredObject> {
  for (let cursor: string | undefined; ;) {
    const page = await objects.list(cursor === undefined ? {} : { cursor });
    for (const { key, size, uploaded } of page.objects) {
      yield { key, size, uploadedMs: uploaded.getTime() };
    }
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

/** Every variant's row in the order of its key. */
async function* listVariants({ db }: ConsistencyServices): AsyncGenerator<VariantRow> {
  for (let after = ''; ;) {
    const rows = await db.all<VariantRow>(
      statement(
        'SELECT object_key, size FROM image_variants WHERE object_key > ? ORDER BY object_key LIMIT ?',
        after,
        PAGE_ROWS,
      ),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.object_key;
  }
}

/**
 * The keys that something in the database still speaks for: a variant, an upload session that is open, retained or
 * yet to be erased, an erasure that is due. A session is found by the last folder of the key: its link or its id.
 */
const findClaimed = async (
  { db }: ConsistencyServices,
  keys: readonly string[],
): Promise<Set<string>> => {
  const asked = JSON.stringify(keys.map((key) => ({ key, folder: key.split('/').at(-2) ?? '' })));
  const alive = `s.status IN ('initiated', 'uploading', 'processing') OR s.erase_due_at IS NOT NULL
    OR s.reserved_bytes > 0 OR (s.status = 'cleanup_pending' AND s.upload_id = k.value ->> 'folder')`;
  const rows = await db.all<{ key: string }>(
    statement(
      `WITH k AS (SELECT value FROM json_each(?))
       SELECT k.value ->> 'key' AS key FROM k JOIN image_variants v ON v.object_key = k.value ->> 'key'
       UNION SELECT k.value ->> 'key' FROM k JOIN upload_sessions s ON s.unique_link = k.value ->> 'folder' WHERE ${alive}
       UNION SELECT k.value ->> 'key' FROM k JOIN upload_sessions s ON s.upload_id = k.value ->> 'folder' WHERE ${alive}
       UNION SELECT erased.value FROM outbox_events e, json_each(e.payload, '$.keys') erased WHERE e.kind = 'erase'`,
      asked,
    ),
  );
  return new Set(rows.map(({ key }) => key));
};

async function* judgeObjects(
  services: ConsistencyServices,
  batch: readonly StoredObject[],
): AsyncGenerator<Finding> {
  const claimed = await findClaimed(
    services,
    batch.map(({ key }) => key),
  );
  const suspects = batch.filter(({ key }) => !claimed.has(key));
  const heads = await Promise.all(suspects.map(({ key }) => services.objects.head(key)));
  for (const [index, { key, uploadedMs }] of suspects.entries()) {
    if (heads[index] === null) continue;
    const old = services.clock.now() - uploadedMs >= MIN_ASTRAY_AGE_MS;
    yield {
      subject: `object ${key}`,
      problem: old ? 'belongs to nothing' : 'belongs to nothing (yet: it is less than an hour old)',
      repair: old ? { action: 'erase_object', key } : null,
    };
  }
}

/** Looks again before it accuses: the row may be gone, the object may have come. */
async function* judgeVariant(
  { db, objects }: ConsistencyServices,
  { object_key: key }: VariantRow,
): AsyncGenerator<Finding> {
  const [row] = await db.all<VariantRow>(
    statement('SELECT object_key, size FROM image_variants WHERE object_key = ?', key),
  );
  if (row === undefined) return;
  const object = await objects.head(key);
  const subject = `object ${key}`;
  if (object === null) yield { subject, problem: 'missing, an image needs it', repair: null };
  else if (object.size !== row.size) {
    const problem = `${String(object.size)} bytes, not ${String(row.size)}`;
    yield { subject, problem, repair: null };
  }
}

/**
 * Compares the bucket with the rows of all variants in one pass over both, sorted by key: a page of each is in
 * memory at a time, however large the library is.
 */
export async function* checkObjects(services: ConsistencyServices): AsyncGenerator<Finding> {
  const objects = listObjects(services);
  const variants = listVariants(services);
  let [object, variant] = [await objects.next(), await variants.next()];
  let unclaimed: StoredObject[] = [];
  while (object.done !== true || variant.done !== true) {
    const objectKey = object.done === true ? null : object.value.key;
    const variantKey = variant.done === true ? null : variant.value.object_key;
    if (variantKey === null || (objectKey !== null && objectKey < variantKey)) {
      if (object.done !== true) unclaimed.push(object.value);
      object = await objects.next();
    } else if (variant.done !== true) {
      const matched = object.done !== true && objectKey === variantKey;
      if (!matched || object.value.size !== variant.value.size)
        yield* judgeVariant(services, variant.value);
      variant = await variants.next();
      if (matched) object = await objects.next();
    }
    if (unclaimed.length >= BATCH_OBJECTS) {
      yield* judgeObjects(services, unclaimed);
      unclaimed = [];
    }
  }
  yield* judgeObjects(services, unclaimed);
}

interface NeededPart {
  readonly upload_id: string;
  readonly kind: string;
  readonly object_key: string;
  readonly status: string;
}

/** Parts that have arrived, or wait to be published, must be in the bucket. */
export async function* checkParts(services: ConsistencyServices): AsyncGenerator<Finding> {
  const { db, objects } = services;
  let after: Pick<NeededPart, 'upload_id' | 'kind'> = { upload_id: '', kind: '' };
  for (;;) {
    const rows = await db.all<NeededPart>(
      statement(
        `SELECT p.upload_id, p.kind, p.object_key, s.status
         FROM upload_sessions s JOIN upload_parts p USING (upload_id)
         WHERE p.status = 'uploaded' AND (p.upload_id, p.kind) > (?, ?)
           AND (s.status IN ('initiated', 'uploading') OR (s.status = 'processing' AND p.kind = 'publish_source'))
         ORDER BY p.upload_id, p.kind LIMIT ?`,
        after.upload_id,
        after.kind,
        PAGE_ROWS,
      ),
    );
    for (const { upload_id, kind, object_key, status } of rows) {
      if ((await objects.head(object_key)) !== null) continue;
      const repair =
        status === 'processing'
          ? null
          : ({ action: 'await_part', uploadId: upload_id, kind } as const);
      yield {
        subject: `object ${object_key}`,
        problem: `missing, session ${upload_id} needs it`,
        repair,
      };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
