import { and, asc, eq, gt, inArray, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { KeyRange } from '../../db/key-ranges.ts';
import { existsIn, query } from '../../db/query.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareFirst, type Params } from '../../db/statement.ts';
import { UNIQUE_LINK_LENGTH } from '../../../shared/ids.ts';
import { STORED_PART_KINDS } from '../../../shared/variants.ts';
import { RENDITION_PREFIX } from '../../storage/keys.ts';
import { UPLOAD_RANGES } from '../accounting/counts.ts';
import { PRIVATE_MARK } from '../links/make-link.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';
import { listErased } from './erase-events.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const PAGE_ROWS = 1000;
const BATCH_OBJECTS = 500;
const MIN_ORPHAN_AGE_MS = 3_600_000;

interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly uploadedMs: number;
}

interface VariantRow {
  readonly objectKey: string;
  readonly size: number;
}

/** Merges both lists by key, with one page of each in memory. */
export async function* checkObjects(services: ConsistencyServices): AsyncGenerator<Finding> {
  const objects = listObjects(services);
  const variants = listVariants(services);
  let [object, variant] = [await objects.next(), await variants.next()];
  let unclaimed: StoredObject[] = [];
  while (object.done !== true || variant.done !== true) {
    const key = object.done === true ? null : object.value.key;
    const variantKey = variant.done === true ? null : variant.value.objectKey;
    if (variantKey === null || (key !== null && key < variantKey)) {
      if (object.done !== true) unclaimed.push(object.value);
      object = await objects.next();
    } else if (variant.done !== true) {
      const matched = object.done !== true && key === variantKey;
      if (!matched || object.value.size !== variant.value.size) {
        yield* judgeVariant(services, variant.value);
      }
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

async function* listVariants({ db }: ConsistencyServices): AsyncGenerator<VariantRow> {
  for (let after = ''; ;) {
    const rows = await db.run(selectVariants({ after }));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.objectKey;
  }
}

const VARIANT_FIELDS = { objectKey: imageVariants.objectKey, size: imageVariants.size };

const selectVariants = prepareAll((p: Params<{ after: string }>) =>
  query
    .select(VARIANT_FIELDS)
    .from(imageVariants)
    .where(gt(imageVariants.objectKey, p.after))
    .orderBy(asc(imageVariants.objectKey))
    .limit(PAGE_ROWS),
);

/** Reads again before it reports, the row last: rows are deleted before their objects. */
async function* judgeVariant(
  { db, objects }: ConsistencyServices,
  { objectKey }: VariantRow,
): AsyncGenerator<Finding> {
  const object = await objects.head(objectKey);
  const variant = await db.run(selectVariant({ objectKey }));
  if (variant === null) return;
  const subject = `object ${objectKey}`;
  if (object === null) yield { subject, problem: 'missing, an image needs it', repair: null };
  else if (object.size !== variant.size) {
    const problem = `${String(object.size)} bytes, not ${String(variant.size)}`;
    yield { subject, problem, repair: null };
  }
}

const selectVariant = prepareFirst((p: Params<{ objectKey: string }>) =>
  query.select(VARIANT_FIELDS).from(imageVariants).where(eq(imageVariants.objectKey, p.objectKey)),
);

async function* judgeObjects(
  services: ConsistencyServices,
  batch: readonly StoredObject[],
): AsyncGenerator<Finding> {
  const suspects = await listUnclaimed(services, batch);
  const heads = await Promise.all(suspects.map(({ key }) => services.objects.head(key)));
  for (const [index, { key, uploadedMs }] of suspects.entries()) {
    if (heads[index] === null) continue;
    const old = services.clock.now() - uploadedMs >= MIN_ORPHAN_AGE_MS;
    yield {
      subject: `object ${key}`,
      problem: old ? 'belongs to nothing' : 'belongs to nothing (yet: it is less than an hour old)',
      repair: old ? { action: 'erase_object', key } : null,
    };
  }
}

/**
 * Without objects that a variant, an unfinished or retained session, or a due erasure owns; the last folder names the
 * session. The events come last: a row goes in the batch that records its erasure.
 */
async function listUnclaimed(
  { db }: ConsistencyServices,
  batch: readonly StoredObject[],
): Promise<StoredObject[]> {
  const suspects = JSON.stringify(batch.map(({ key }) => ({ key, folder: folderOf(key) })));
  const rows = await db.run(selectClaimed({ suspects }));
  rows.push(...(await db.run(selectRenditions({ suspects }))));
  const claimed = new Set(rows.map(({ key }) => key));
  const left = batch.filter(({ key }) => !claimed.has(key));
  const keys = await listErased(
    db,
    'keys',
    left.map(({ key }) => key),
  );
  const folders = left.filter(({ key }) => key.startsWith(RENDITION_PREFIX));
  const renditions = await listErased(
    db,
    'renditions',
    folders.map(({ key }) => folderOf(key)),
  );
  return left.filter(({ key }) => {
    const isRendition = key.startsWith(RENDITION_PREFIX) && renditions.has(folderOf(key));
    return !isRendition && !keys.has(key);
  });
}

function folderOf(key: string): string {
  return key.split('/').at(-2) ?? '';
}

/** `suspects` is a JSON array of keys and their folders. */
const selectClaimed = prepareAll((p: Params<{ suspects: string }>) => {
  const key = sql`suspect.value ->> 'key'`;
  const folder = sql`suspect.value ->> 'folder'`;
  const isAlive = or(
    inArray(uploadSessions.status, [...OPEN_STATUSES, 'processing']),
    sql`${uploadSessions.eraseDueAt} IS NOT NULL`,
    gt(uploadSessions.reservedBytes, 0),
    existsIn(
      publicationJobs,
      and(
        eq(publicationJobs.uploadId, uploadSessions.uploadId),
        eq(publicationJobs.kind, 'avif'),
        ne(publicationJobs.status, 'done'),
      ),
    ),
    and(eq(uploadSessions.status, 'cleanup_pending'), sql`${uploadSessions.uploadId} = ${folder}`),
  );
  return sql<{ key: string }>`
    WITH suspect AS (SELECT value FROM json_each(${p.suspects}))
    SELECT ${key} AS key FROM suspect JOIN ${imageVariants} ON ${imageVariants.objectKey} = ${key}
    UNION SELECT ${key} FROM suspect JOIN ${uploadSessions} ON ${uploadSessions.uniqueLink} = ${folder} WHERE ${isAlive}
    UNION SELECT ${key} FROM suspect JOIN ${uploadSessions} ON ${uploadSessions.uploadId} = ${folder} WHERE ${isAlive}`;
});

/** Of images as they are. A missing rendition is no inconsistency: the bucket only caches them. */
const selectRenditions = prepareAll((p: Params<{ suspects: string }>) => {
  const key = sql`suspect.value ->> 'key'`;
  const folder = sql`suspect.value ->> 'folder'`;
  const link = sql`substr(${folder}, 1, ${UNIQUE_LINK_LENGTH})`;
  const mark = sql`iif(${images.visibility} = 'private', ${PRIVATE_MARK}, '')`;
  return sql<{ key: string }>`
    WITH suspect AS (SELECT value FROM json_each(${p.suspects}))
    SELECT ${key} AS key FROM suspect JOIN ${images} ON ${images.uniqueLink} = ${link}
      WHERE ${key} GLOB ${`${RENDITION_PREFIX}*`} AND ${folder} = ${images.uniqueLink} || ${mark}`;
});

/** Uploaded parts must be in the bucket until they are published. */
export async function* checkParts(services: ConsistencyServices): AsyncGenerator<Finding> {
  const { db, objects } = services;
  for await (const range of UPLOAD_RANGES.walk(db)) {
    for (const { uploadId, kind, objectKey } of await db.run(selectNeededParts(range))) {
      if ((await objects.head(objectKey)) !== null) continue;
      // The upload may have ended since.
      const part = await db.run(selectNeededPart({ uploadId, kind }));
      if (part === null) continue;
      const repair =
        part.status === 'processing' ? null : ({ action: 'await_part', uploadId, kind } as const);
      const subject = `object ${objectKey}`;
      yield { subject, problem: `missing, session ${uploadId} needs it`, repair };
    }
  }
}

const PART_FIELDS = {
  uploadId: uploadParts.uploadId,
  kind: uploadParts.kind,
  objectKey: uploadParts.objectKey,
  status: uploadSessions.status,
};

const selectParts = (where: SQL | undefined) =>
  query
    .select(PART_FIELDS)
    .from(uploadSessions)
    .innerJoin(uploadParts, eq(uploadParts.uploadId, uploadSessions.uploadId))
    .where(
      and(
        where,
        eq(uploadParts.status, 'uploaded'),
        or(
          inArray(uploadSessions.status, OPEN_STATUSES),
          and(
            eq(uploadSessions.status, 'processing'),
            sql`${uploadParts.kind} NOT IN ${STORED_PART_KINDS}`,
          ),
        ),
      ),
    );

const selectNeededParts = prepareAll((p: Params<KeyRange>) =>
  selectParts(and(gt(uploadSessions.uploadId, p.after), lte(uploadSessions.uploadId, p.upTo))),
);

const selectNeededPart = prepareFirst((p: Params<{ uploadId: string; kind: string }>) =>
  selectParts(sql`(${uploadParts.uploadId}, ${uploadParts.kind}) = (${p.uploadId}, ${p.kind})`),
);
