import { and, asc, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { existsIn, jsonValues, query } from '../../db/query.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareFirst, type Params } from '../../db/statement.ts';
import { UNIQUE_LINK_LENGTH } from '../../../shared/ids.ts';
import { ORIGINAL_KIND, VARIANT_KINDS } from '../../../shared/variants.ts';
import { RENDITION_PREFIX } from '../../storage/keys.ts';
import { PRIVATE_MARK } from '../links/make-link.ts';
import { PIPELINE_VERSION } from '../uploads/recipe.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';
import { checkedVariants, MALFORMED, type FileOwner } from '../variants/stored-variants.ts';
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

/**
 * Looks up the image of each object by the link in its key, which needs no order and no index of keys. Then only images
 * without all their objects in one batch are checked by themselves.
 */
export async function* checkObjects(services: ConsistencyServices): AsyncGenerator<Finding> {
  const whole = new Set<number>();
  let batch: StoredObject[] = [];
  for await (const object of listObjects(services)) {
    batch.push(object);
    if (batch.length < BATCH_OBJECTS) continue;
    yield* judgeBatch(services, batch, whole);
    batch = [];
  }
  yield* judgeBatch(services, batch, whole);
  yield* checkImages(services, whole);
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

async function* judgeBatch(
  services: ConsistencyServices,
  batch: readonly StoredObject[],
  whole: Set<number>,
): AsyncGenerator<Finding> {
  const links = batch.map(({ key }) => folderOf(key));
  const sizes = new Map(batch.map(({ key, size }) => [key, size]));
  const owners = await listOwners(services.db, links);
  for (const { id, variants } of owners) {
    if (variants === MALFORMED) continue;
    if (variants.every(({ objectKey, size }) => sizes.get(objectKey) === size)) whole.add(id);
  }
  const isClaimed = claimedBy(owners);
  yield* judgeObjects(
    services,
    batch.filter(({ key }) => !isClaimed(key)),
  );
}

/** An image whose variants are malformed claims all that its link names. */
function claimedBy(owners: Awaited<ReturnType<typeof listOwners>>): (key: string) => boolean {
  const keys = new Set<string>();
  const folders = new Set<string>();
  for (const { link, variants } of owners) {
    if (variants === MALFORMED) folders.add(link);
    else for (const { objectKey } of variants) keys.add(objectKey);
  }
  return (key) => keys.has(key) || folders.has(folderOf(key));
}

/** Of an object of an image or a session. */
function folderOf(key: string): string {
  return key.split('/').at(-2) ?? '';
}

/** Of the library or of the trash, whose ids are those of images. */
function prepareSelections(owner: FileOwner, processingStatus: SQL) {
  return {
    byLinks: prepareAll((p: Params<{ links: readonly string[] }>) =>
      query
        .select({ id: owner.id, link: owner.uniqueLink, variants: checkedVariants(owner) })
        .from(owner)
        .where(inArray(owner.uniqueLink, jsonValues(p.links))),
    ),
    page: prepareAll((p: Params<{ after: number }>) =>
      query
        .select({
          id: owner.id,
          imageFileId: owner.imageFileId,
          pipelineVersion: owner.pipelineVersion,
          processingStatus: sql<string>`${processingStatus}`,
          size: sql<number>`(SELECT ${imageFiles.size} FROM ${imageFiles} WHERE ${eq(imageFiles.id, owner.imageFileId)})`,
          variants: checkedVariants(owner),
        })
        .from(owner)
        .where(gt(owner.id, p.after))
        .orderBy(asc(owner.id))
        .limit(PAGE_ROWS),
    ),
    one: prepareFirst((p: Params<{ id: number }>) =>
      query
        .select({ variants: checkedVariants(owner) })
        .from(owner)
        .where(eq(owner.id, p.id)),
    ),
  };
}

const OWNERS = [
  prepareSelections(images, sql`${images.processingStatus}`),
  prepareSelections(trashedImages, sql`${trashedImages.image} ->> 'processing_status'`),
] as const;

type CheckedImage = ReturnType<ReturnType<(typeof OWNERS)[number]['page']>['read']>[number];

async function listOwners(db: ConsistencyServices['db'], links: readonly string[]) {
  const found = await db.batch({ owners: OWNERS.map(({ byLinks }) => byLinks({ links })) });
  return found.owners.flat();
}

async function* checkImages(
  services: ConsistencyServices,
  whole: Set<number>,
): AsyncGenerator<Finding> {
  for (const { page: selectPage } of OWNERS) {
    for (let after = 0; ;) {
      const page = await services.db.run(selectPage({ after }));
      for (const image of page) {
        yield* judgeImage(image);
        if (image.variants === MALFORMED || whole.has(image.id)) continue;
        for (const { objectKey } of image.variants) yield* judgeVariant(services, image, objectKey);
      }
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  }
}

function* judgeImage(image: CheckedImage): Generator<Finding> {
  const { id, imageFileId, pipelineVersion, processingStatus, size, variants } = image;
  const subject = `image ${String(id)}`;
  if (variants === MALFORMED) {
    yield { subject, problem: 'its variants are malformed', repair: null };
    return;
  }
  if (size !== variants.reduce((sum, variant) => sum + variant.size, 0)) {
    yield {
      subject: `file ${String(imageFileId)}`,
      problem: 'its size is not the sum of its variants',
      repair: { action: 'recount_file', imageFileId },
    };
  }
  const has = (wanted: string): boolean => variants.some(({ kind }) => kind === wanted);
  if (pipelineVersion === PIPELINE_VERSION) {
    if (processingStatus === 'completed' && !VARIANT_KINDS.every(has)) {
      yield { subject, problem: 'is published without all of its variants', repair: null };
    }
  } else if (processingStatus !== 'failed' && !has(ORIGINAL_KIND)) {
    yield { subject, problem: 'is without its original', repair: null };
  }
}

/** Reads again before it reports, the row last: rows are deleted before their objects. */
async function* judgeVariant(
  { db, objects }: ConsistencyServices,
  { id }: Pick<CheckedImage, 'id'>,
  objectKey: string,
): AsyncGenerator<Finding> {
  const object = await objects.head(objectKey);
  const { owners } = await db.batch({ owners: OWNERS.map(({ one }) => one({ id })) });
  const variants = owners.flatMap((image) =>
    image === null || image.variants === MALFORMED ? [] : image.variants,
  );
  const variant = variants.find((stored) => stored.objectKey === objectKey);
  if (variant === undefined) return;
  const subject = `object ${objectKey}`;
  if (object === null) yield { subject, problem: 'missing, an image needs it', repair: null };
  else if (object.size !== variant.size) {
    const problem = `${String(object.size)} bytes, not ${String(variant.size)}`;
    yield { subject, problem, repair: null };
  }
}

async function* judgeObjects(
  services: ConsistencyServices,
  batch: readonly StoredObject[],
): AsyncGenerator<Finding> {
  if (batch.length === 0) return;
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
  const links = batch.map(({ key }) => folderOf(key));
  const isClaimed = claimedBy(await listOwners(db, links));
  const claimed = new Set(rows.map(({ key }) => key));
  const left = batch.filter(({ key }) => !claimed.has(key) && !isClaimed(key));
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
        eq(publicationJobs.imageId, uploadSessions.imageId),
        eq(publicationJobs.kind, 'avif'),
        ne(publicationJobs.status, 'done'),
      ),
    ),
    and(eq(uploadSessions.status, 'cleanup_pending'), sql`${uploadSessions.uploadId} = ${folder}`),
  );
  return sql<{ key: string }>`
    WITH suspect AS (SELECT value FROM json_each(${p.suspects}))
    SELECT ${key} AS key FROM suspect JOIN ${uploadSessions} ON ${uploadSessions.uniqueLink} = ${folder} WHERE ${isAlive}
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
