import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { images, imageSuffixes, LONG_TEXT, VISIBILITIES } from '../../db/schema/images.ts';
import type { Params } from '../../db/statement.ts';
import { TAKEN_YEARS } from '../../../shared/taken-facts.ts';
import { searchedText } from '../texts/stored-texts.ts';
import { readPeriod } from './read-period.ts';

const SUFFIX_LENGTH = 12;
/** Ends the range of suffixes with a prefix. */
const RANGE_END = '\u{10FFFF}'.repeat(SUFFIX_LENGTH);
/** Cameras and lenses of a library; one with more is walked. */
const CAMERAS_MAX = 1000;

export type TermValues = {
  readonly term: string;
  readonly seed: string;
  readonly seedEnd: string;
  /** Milliseconds; null unless the term is a date. */
  readonly takenFrom: number | null;
  readonly takenUntil: number | null;
};

/** Of a folded term. The suffixes are searched for its end, where names differ. */
export function toTerms(term: string): TermValues {
  const seed = Array.from(term).slice(-SUFFIX_LENGTH).join('');
  const period = readPeriod(term.trim());
  const year = Number(term.trim().slice(0, 4));
  const isDate = period !== null && year >= TAKEN_YEARS.first && year <= TAKEN_YEARS.last;
  return {
    term,
    seed,
    seedEnd: seed + RANGE_END,
    takenFrom: isDate ? period.start : null,
    takenUntil: isDate ? period.end : null,
  };
}

type Terms = Params<TermValues>;

/** Columns of an image that `matches` reads, by the names of its parameter. */
export const MATCHED_FIELDS = {
  searchText: searchedText,
  camera: images.camera,
  takenAt: images.takenAt,
} as const;

/** 1 or 0: whether title, filename, description, camera or lens contain the term, or it is a date of the image. */
export function matches(
  { searchText, camera, takenAt }: Record<keyof typeof MATCHED_FIELDS, SQLWrapper>,
  p: Terms,
): SQL {
  const isTaken = sql`coalesce(${takenAt} >= ${p.takenFrom} AND ${takenAt} < ${p.takenUntil}, 0)`;
  return sql`(instr(${searchText}, ${p.term}) > 0 OR ${hasTerm(camera, p)} OR ${isTaken})`;
}

/** By the case of ASCII letters alone: SQLite folds no others. */
function hasTerm(camera: SQLWrapper, { term }: Terms): SQL {
  return sql`coalesce(instr(lower(${camera}), ${term}) > 0, 0)`;
}

/** The distinct cameras of a library, one step in their index each. */
export function selectCameras(owner: SQLWrapper): SQL {
  const after = (condition?: SQL): SQL =>
    sql`SELECT min(${images.camera}) AS camera FROM ${images} WHERE ${and(isOwn(owner), condition)}`;
  const next = after(gt(images.camera, sql`steps.camera`));
  return sql`WITH RECURSIVE steps (camera) AS (
      ${after()} UNION ALL SELECT (${next}) FROM steps WHERE steps.camera IS NOT NULL LIMIT ${CAMERAS_MAX + 2}
    ) SELECT camera FROM steps WHERE camera IS NOT NULL`;
}

/** Of `cameras`: a relation by `selectCameras`. */
export const HAS_TOO_MANY_CAMERAS = sql`(SELECT count(*) FROM cameras) > ${CAMERAS_MAX}`;

function isOwn(owner: SQLWrapper): SQL | undefined {
  return and(eq(images.userId, owner), eq(images.isLarge, 1), isNotNull(images.camera));
}

/**
 * Ids of images that may match: with the end of the term in the index, or with a longer text, or of a camera that has it, or of
 * its date. `UNION` has each once, but reads all before the first.
 */
export function mayMatch(owner: SQLWrapper, p: Terms, union: SQL): SQL {
  const { userId, suffix, imageId } = imageSuffixes;
  const ids = sql`SELECT ${imageId} AS id FROM ${imageSuffixes} WHERE ${eq(userId, owner)}`;
  const cameras = sql`(SELECT camera FROM cameras WHERE ${hasTerm(sql`camera`, p)})`;
  const dated = and(
    eq(images.userId, owner),
    inArray(images.visibility, VISIBILITIES),
    gte(images.datedAt, p.takenFrom),
    lt(images.datedAt, p.takenUntil),
  );
  return sql.join(
    [
      sql`${ids} AND ${gte(suffix, p.seed)} AND ${lt(suffix, p.seedEnd)}`,
      sql`${ids} AND ${suffix} = ${LONG_TEXT}`,
      sql`SELECT ${images.id} AS id FROM ${images} WHERE ${isOwn(owner)} AND ${images.camera} IN ${cameras}`,
      sql`SELECT ${images.id} AS id FROM ${images} WHERE ${dated}`,
    ],
    sql` ${union} `,
  );
}
