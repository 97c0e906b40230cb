import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { ImageType } from '../../../imaging/sniff.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { storedVariants } from '../variants/stored-variants.ts';
import { presentedTokens } from './find-published.ts';

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

function selectPublished(where: SQL, tokenHashes: SQL<readonly string[]>) {
  return query
    .select({
      id: images.id,
      userId: images.userId,
      uniqueLink: images.uniqueLink,
      visibility: images.visibility,
      pipelineVersion: images.pipelineVersion,
      filename: images.filename,
      allowedSites: users.allowedSites,
      sharesFullSize: users.shareFullSize,
      variants: storedVariants(),
      tokens: presentedTokens(tokenHashes),
    })
    .from(images)
    .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
    .where(and(where, eq(images.processingStatus, 'completed')));
}
