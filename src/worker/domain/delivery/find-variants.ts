import { and, eq, ne } from 'drizzle-orm';
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
    query
      .select({
        id: images.id,
        userId: images.userId,
        visibility: images.visibility,
        pipelineVersion: images.pipelineVersion,
        filename: images.filename,
        allowedSites: users.allowedSites,
        sharesFullSize: users.shareFullSize,
        variants: storedVariants(),
        tokens: presentedTokens(p.tokenHashes),
      })
      .from(images)
      .innerJoin(users, and(eq(users.id, images.userId), ne(users.status, 'deleting')))
      .where(and(eq(images.uniqueLink, p.uniqueLink), eq(images.processingStatus, 'completed'))),
);
