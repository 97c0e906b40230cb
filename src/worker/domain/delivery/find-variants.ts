import { and, eq, gt, ne, sql, type GetColumnData, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ImageType } from '../../../imaging/sniff.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { storedVariants } from '../variants/stored-variants.ts';
import { isServed, OWNER_IS_ACTIVE, presentedTokens, SERVED_FIELDS } from './find-published.ts';

export type ImageWithVariants = NonNullable<
  ReturnType<ReturnType<typeof selectWithVariants>['read']>
>;

/** Width and height are upright. */
export type ListedVariant = Omit<ImageWithVariants['variants'][number], 'mimeType'> & {
  readonly mimeType: ImageType;
};

export const selectWithVariants = prepareFirst(
  (p: Params<{ uniqueLink: string; tokenHashes: readonly string[] }>) =>
    selectPublished(eq(images.uniqueLink, p.uniqueLink), p.tokenHashes),
);

/** For a caller whose identity decides, so without tokens. */
export const selectWithVariantsById = prepareFirst((p: Params<{ imageId: number }>) =>
  selectPublished(eq(images.id, p.imageId), sql<readonly string[]>`'[]'`),
);

/** An image in its owner's trash that was published before. */
export const selectTrashed = prepareFirst(
  (p: Params<{ imageId: number; userId: number; now: number }>) =>
    query
      .select({
        id: trashedImages.id,
        userId: trashedImages.userId,
        uniqueLink: trashedImages.uniqueLink,
        visibility: keptField(images.visibility),
        pipelineVersion: trashedImages.pipelineVersion,
        filename: keptField(images.filename),
        allowedSites: users.allowedSites,
        sharesFullSize: users.shareFullSize,
        variants: storedVariants(trashedImages),
        tokens: sql`'[]'`.mapWith((): ImageWithVariants['tokens'] => []),
      })
      .from(trashedImages)
      .innerJoin(users, and(eq(users.id, trashedImages.userId), ne(users.status, 'deleting')))
      .where(
        and(
          eq(trashedImages.id, p.imageId),
          eq(trashedImages.userId, p.userId),
          gt(trashedImages.eraseDueAt, p.now),
          eq(keptField(images.processingStatus), 'completed'),
        ),
      ),
);

/** Of the row that the trash keeps as JSON, by the name of its column. */
function keptField<Column extends SQLiteColumn>(column: Column): SQL<GetColumnData<Column>> {
  return sql<GetColumnData<Column>>`${trashedImages.image} ->> ${column.name}`;
}

/** Of the image under a condition. */
export function selectPublished(where: SQL, tokenHashes: SQL<readonly string[]>) {
  return query
    .select({
      ...SERVED_FIELDS,
      uniqueLink: images.uniqueLink,
      allowedSites: users.allowedSites,
      sharesFullSize: users.shareFullSize,
      variants: storedVariants(),
      tokens: presentedTokens(tokenHashes),
    })
    .from(images)
    .innerJoin(users, OWNER_IS_ACTIVE)
    .where(isServed(where));
}
