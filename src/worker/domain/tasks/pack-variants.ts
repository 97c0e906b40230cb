import { asc, eq, inArray, sql } from 'drizzle-orm';
import { prepareGuard } from '../../db/guard.ts';
import { jsonValues, notExistsIn, query } from '../../db/query.ts';
import { imageFiles, images, imageVariants } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { packVariants } from '../variants/packed-variants.ts';
import { readPacked, storagePathOf, variantRows } from '../variants/stored-variants.ts';
import { MOVED, type Task } from './task.ts';

/**
 * Appends rows of `image_variants` to the packed variants of their file, and deletes them; `limit` counts files. The
 * position counts rows: the version before this one may add some to any file until its last isolate ends. A file that
 * cannot be packed stops only itself, and the task is not done.
 */
export const packVariantRows: Task = async ({ db }, position, limit) => {
  const found = await db.run(selectFiles({ limit }));
  if (found.length === 0) {
    return { next: position, rows: 0, statements: [requireNoRows({})], isLast: true };
  }
  const files = packFiles(found);
  const ids = files.map(({ id }) => id);
  const rows = files.flatMap((file) => file.rows);
  return {
    next: position + rows.length,
    rows: rows.length,
    statements: [
      requireSameRows({
        ids,
        count: rows.length,
        size: rows.reduce((sum, { size }) => sum + size, 0),
      }),
      packRows({
        files: JSON.stringify(files.map(({ id, path, packed }) => ({ id, path, packed }))),
      }),
      deleteRows({ ids }),
    ],
  };
};

type FoundFile = ReturnType<ReturnType<typeof selectFiles>['read']>[number];

type PackedFile = ReturnType<typeof packFile>;

/** @throws {RangeError} when none of them can be packed. */
function packFiles(found: readonly FoundFile[]): PackedFile[] {
  const files: PackedFile[] = [];
  let fault: unknown = null;
  for (const file of found) {
    try {
      files.push(packFile(file));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      fault = error;
    }
  }
  if (files.length === 0) throw fault;
  return files;
}

/** @throws {RangeError} for a row whose key the packed form would not have. */
function packFile({ id, createdAt: at, link, rows }: FoundFile) {
  const path = storagePathOf(rows[0]?.objectKey ?? '');
  const packed = packVariants(rows, at);
  const read = readPacked({ link: link ?? '', path, at, packed });
  const other = rows.find(({ objectKey }, index) => objectKey !== read[index]?.objectKey);
  // A file without an image is removed by fsck, which then finds its objects by their keys.
  if (link !== null && other !== undefined) throw new RangeError(`the key ${other.objectKey}`);
  return { id, path, packed, rows };
}

const selectFiles = prepareAll((p: Params<{ limit: number }>) => {
  const next = sql`(SELECT DISTINCT ${imageVariants.imageFileId} FROM ${imageVariants}
    ORDER BY ${imageVariants.imageFileId} LIMIT ${p.limit})`;
  return query
    .select({
      id: imageFiles.id,
      createdAt: imageFiles.createdAt,
      link: sql<string | null>`coalesce(${images.uniqueLink}, ${trashedImages.uniqueLink})`,
      rows: variantRows(eq(imageVariants.imageFileId, imageFiles.id)),
    })
    .from(imageFiles)
    .leftJoin(images, eq(images.imageFileId, imageFiles.id))
    .leftJoin(trashedImages, eq(trashedImages.imageFileId, imageFiles.id))
    .where(inArray(imageFiles.id, next))
    .orderBy(asc(imageFiles.id));
});

/** An image may have failed or been deleted since. */
const requireSameRows = prepareGuard(
  MOVED,
  (p: Params<{ ids: readonly number[]; count: number; size: number }>) =>
    sql`(SELECT count(*) = ${p.count} AND sum(${imageVariants.size}) = ${p.size} FROM ${imageVariants} WHERE ${inArray(imageVariants.imageFileId, jsonValues(p.ids))})`,
);

const requireNoRows = prepareGuard(MOVED, () => notExistsIn(imageVariants, undefined));

const packRows = prepareWrite((p: Params<{ files: string }>) => {
  const [path, variants] = [imageFiles.storagePath, imageFiles.variants].map(({ name }) =>
    sql.identifier(name),
  );
  return sql`UPDATE ${imageFiles} SET ${path} = file.value ->> 'path',
    ${variants} = CAST(coalesce(${variants}, x'') || unhex(file.value ->> 'packed') AS BLOB)
    FROM json_each(${p.files}) AS file WHERE ${eq(imageFiles.id, sql`file.value ->> 'id'`)}`;
});

const deleteRows = prepareWrite((p: Params<{ ids: readonly number[] }>) =>
  query.delete(imageVariants).where(inArray(imageVariants.imageFileId, jsonValues(p.ids))),
);
