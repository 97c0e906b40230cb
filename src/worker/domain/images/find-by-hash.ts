import { desc, eq, inArray, sql } from 'drizzle-orm';
import { jsonValues, query } from '../../db/query.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { READ_CURSOR_ERRORS } from '../list-page.ts';
import type { Services } from '../services.ts';
import type { StoredKind } from '../variants/packed-variants.ts';
import { sourceKeyOf } from '../variants/source-key.ts';
import { checkedVariants, MALFORMED, type StoredVariant } from '../variants/stored-variants.ts';
import { takeHashStep, type HashQuery, type HashStep } from './hash-steps.ts';
import { LISTED_FIELDS, type ListedImage } from './listed-image.ts';

/** The file that was uploaded, or a variant that is stored. */
export type HashMatch = 'source' | StoredKind;

interface Matching {
  readonly id: number;
  readonly userId: number;
  readonly matches: readonly HashMatch[];
}

export type MatchingImage = ListedImage & Matching;

/** In a trash: out of every list and link, but its owner can restore it. */
export interface MatchingTrash extends Matching {
  readonly uniqueLink: string;
  readonly trashedAt: number;
  readonly eraseDueAt: number;
}

export interface HashPage extends Omit<HashStep, 'fileIds'> {
  readonly images: readonly MatchingImage[];
  readonly trashed: readonly MatchingTrash[];
}

export const FIND_BY_HASH_ERRORS = READ_CURSOR_ERRORS;

/**
 * The images of all accounts whose uploaded file, or one of whose variants, has a hash. The first pages have those of the
 * file; the others look at `FILES_PER_SCAN` stored files each, so that they may be empty. An image that matches in both
 * ways is in two pages.
 */
export async function findByHash(
  { db }: Pick<Services, 'db'>,
  search: HashQuery,
): Promise<HashPage> {
  const { fileIds, ...step } = await takeHashStep(db, search);
  const found = await db.batch({
    images: selectImages({ fileIds }),
    trashed: selectTrashed({ fileIds }),
  });
  return {
    ...step,
    images: await addMatches(found.images, search.sha256),
    trashed: await addMatches(found.trashed, search.sha256),
  };
}

interface FoundRow {
  readonly userId: number;
  readonly sourceKey: string;
  readonly variants: readonly StoredVariant[] | typeof MALFORMED;
}

/** Without rows that do not match: an index may have another file's, and a scan bytes of two neighbours. */
async function addMatches<Row extends FoundRow>(rows: readonly Row[], sha256: string) {
  const matching = await Promise.all(
    rows.map(async ({ sourceKey, variants, ...row }) => {
      const isSource = sourceKey === (await sourceKeyOf(row.userId, sha256));
      const kinds = variants === MALFORMED ? [] : variants;
      const stored = kinds.filter((variant) => variant.sha256 === sha256).map(({ kind }) => kind);
      return { ...row, matches: [...(isSource ? (['source'] as const) : []), ...stored] };
    }),
  );
  return matching.filter(({ matches }) => matches.length > 0);
}

/** '' of a file without one. */
const sourceKey = sql<string>`lower(hex(${imageFiles.sourceKey}))`;

const selectImages = prepareAll((p: Params<{ fileIds: readonly number[] }>) =>
  query
    .select({ ...LISTED_FIELDS, sourceKey, variants: checkedVariants() })
    .from(images)
    .innerJoin(imageFiles, eq(imageFiles.id, images.imageFileId))
    .where(inArray(images.imageFileId, jsonValues(p.fileIds)))
    .orderBy(desc(images.id)),
);

const selectTrashed = prepareAll((p: Params<{ fileIds: readonly number[] }>) =>
  query
    .select({
      id: trashedImages.id,
      userId: trashedImages.userId,
      uniqueLink: trashedImages.uniqueLink,
      trashedAt: trashedImages.trashedAt,
      eraseDueAt: trashedImages.eraseDueAt,
      sourceKey,
      variants: checkedVariants(trashedImages),
    })
    .from(trashedImages)
    .innerJoin(imageFiles, eq(imageFiles.id, trashedImages.imageFileId))
    .where(inArray(trashedImages.imageFileId, jsonValues(p.fileIds)))
    .orderBy(desc(trashedImages.id)),
);
