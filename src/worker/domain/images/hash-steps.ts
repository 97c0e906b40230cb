import { and, asc, eq, gt, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { limitTo, query } from '../../db/query.ts';
import { imageFiles } from '../../db/schema/images.ts';
import { prepareAll, prepareOne, type Params } from '../../db/statement.ts';
import { readCursor, writeCursor } from '../list-page.ts';
import { scanFiles } from '../variants/scan-files.ts';
import { sourceKeysOf } from '../variants/source-key.ts';

/**
 * The position of a search by hash:
 *
 * - among the source keys: 0, the two halves of the last user's part, and the last file's id;
 * - among the files: 1, the id that is read no more, the id where the search began, and 0.
 */
type Position = readonly [number, number, number, number];

export interface HashQuery {
  /** In hexadecimal. */
  readonly sha256: string;
  /** '' starts the search. */
  readonly cursor: string;
  readonly limit: number;
}

export interface HashStep {
  readonly fileIds: readonly number[];
  /** '' after the last step. */
  readonly nextCursor: string;
  /** Share of the files that have been looked at, from 0 to 1. */
  readonly progress: number;
}

const START: Position = [0, 0, 0, 0];
const PART_HEX_DIGITS = 8;

/** At most `limit` files that may have the hash. @throws {DomainError} invalid_parameter for an unknown cursor. */
export async function takeHashStep(
  db: Database,
  { sha256, cursor, limit }: HashQuery,
): Promise<HashStep> {
  const position = readCursor<Position>(cursor, START);
  return position[0] === 0
    ? findSources(db, sha256, position, limit)
    : findVariants(db, sha256, position, limit);
}

async function findSources(
  db: Database,
  sha256: string,
  [, high, low, id]: Position,
  limit: number,
): Promise<HashStep> {
  const { filePart, last } = await sourceKeysOf(sha256);
  const key = filePart + toHalf(high) + toHalf(low);
  const {
    rows,
    newest: { id: newest },
  } = await db.batch({
    rows: selectSources({ key, last, id, rows: limit + 1 }),
    newest: selectNewest(),
  });
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  const next: Position =
    end === undefined ? [1, newest + 1, newest, 0] : [0, ...readHalves(end.userPart), end.id];
  return { fileIds: page.map((row) => row.id), nextCursor: writeCursor(next), progress: 0 };
}

async function findVariants(
  db: Database,
  sha256: string,
  [, before, newest]: Position,
  limit: number,
): Promise<HashStep> {
  const { reached, found } = await db.run(scanFiles({ before, sha256 }));
  const fileIds = found.toSorted((a, b) => b - a).slice(0, limit);
  const end = found.length > limit ? (fileIds.at(-1) ?? null) : reached;
  return {
    fileIds,
    nextCursor: end === null ? '' : writeCursor([1, end, newest, 0]),
    // A forged cursor may name a file before this one as the newest.
    progress: end === null ? 1 : 1 - end / Math.max(newest, end),
  };
}

function toHalf(half: number): string {
  return half.toString(16).padStart(PART_HEX_DIGITS, '0');
}

function readHalves(userPart: string): [number, number] {
  const halves = [userPart.slice(0, PART_HEX_DIGITS), userPart.slice(PART_HEX_DIGITS)];
  return halves.map((half) => Number.parseInt(half, 16)) as [number, number];
}

type SourceRange = { key: string; last: string; id: number; rows: number };

/** In two ranges of the index: one person may have uploaded the file any number of times, under one key. */
const selectSources = prepareAll((p: Params<SourceRange>) => {
  const key = sql`unhex(${p.key})`;
  const isOfUser = and(eq(imageFiles.sourceKey, key), gt(imageFiles.id, p.id));
  const isOfOthers = and(
    gt(imageFiles.sourceKey, key),
    lte(imageFiles.sourceKey, sql`unhex(${p.last})`),
  );
  const { sourceKey, id } = imageFiles;
  const found = selectRange(isOfUser)
    .unionAll(selectRange(isOfOthers))
    .orderBy(asc(sourceKey), asc(id))
    .limit(limitTo(p.rows))
    .as('found');
  const userPart = sql<string>`substr(hex(${found.sourceKey}), ${1 + 2 * PART_HEX_DIGITS})`;
  return query.select({ id: found.id, userPart }).from(found);
});

function selectRange(where: SQL | undefined) {
  const { sourceKey, id } = imageFiles;
  return query.select({ id, sourceKey }).from(imageFiles).where(where);
}

const selectNewest = prepareOne(() =>
  query.select({ id: sql<number>`coalesce(max(${imageFiles.id}), 0)` }).from(imageFiles),
);
