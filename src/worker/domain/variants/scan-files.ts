import { desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { existsIn, query } from '../../db/query.ts';
import { imageFiles, imageVariants } from '../../db/schema/images.ts';
import { prepareOne, type Params, type SqlParam } from '../../db/statement.ts';

/** 25,000 files take 10 ms. An index of hashes would cost 19 bytes an image and a row an upload. */
export const FILES_PER_SCAN = 25_000;

export interface Scan {
  /** The lowest id that was read; null where none was. */
  readonly reached: number | null;
  readonly found: readonly number[];
}

/** Which of the next files from `before` downwards have a variant with this SHA-256 (hexadecimal). */
export const scanFiles = prepareOne((p: Params<{ before: number; sha256: string }>) => {
  const files = query
    .select({ id: imageFiles.id, isFound: hasVariant(p.sha256).as('is_found') })
    .from(imageFiles)
    .where(lt(imageFiles.id, p.before))
    .orderBy(desc(imageFiles.id))
    .limit(FILES_PER_SCAN)
    .as('files');
  return query
    .select({
      reached: sql<number | null>`min(${files.id})`,
      found: sql`json_group_array(${files.id}) FILTER (WHERE ${files.isFound})`.mapWith(readIds),
    })
    .from(files);
});

/** In the packed form, or in the one before it. */
function hasVariant(sha256: SqlParam<string>): SQL<boolean> {
  const isPacked = sql`instr(${imageFiles.variants}, unhex(${sha256})) > 0`;
  const row = sql`${eq(imageVariants.imageFileId, imageFiles.id)} AND ${eq(imageVariants.sha256, sha256)}`;
  return sql`coalesce(${isPacked}, 0) OR ${existsIn(imageVariants, row)}`;
}

function readIds(text: string): number[] {
  return JSON.parse(text) as number[];
}
