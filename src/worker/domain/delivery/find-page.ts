import { eq, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { imageTitle } from '../texts/stored-texts.ts';
import { storedVariants } from '../variants/stored-variants.ts';
import { isServed, OWNER_IS_ACTIVE, presentedTokens, SERVED_FIELDS } from './find-published.ts';

export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;

/** One round trip. Like `findPublished` for both pipelines, with what the share page says. */
export function findPage(db: Database, uniqueLink: string, tokenHashes: readonly string[] = []) {
  return db.run(selectPage({ uniqueLink, tokenHashes }));
}

/** Null unless the owner wants to be named. */
export const NAMED_OWNER = sql<string | null>`iif(${users.shareName}, ${users.username}, NULL)`;

const shownFact = <Value>(column: SQLiteColumn) =>
  sql<Value | null>`iif(${users.shareCamera}, ${column}, NULL)`;

/** Nulls unless the owner wants them to be shown. */
export const SHOWN_TAKEN = {
  takenAt: shownFact<number>(images.takenAt),
  camera: shownFact<string>(images.camera),
  exposure: shownFact<string>(images.exposure),
};

const selectPage = prepareFirst(
  (p: Params<{ uniqueLink: string; tokenHashes: readonly string[] }>) =>
    selectPageRow(eq(images.uniqueLink, p.uniqueLink), p.tokenHashes),
);

/** Of the image under a condition. */
export function selectPageRow(where: SQL, tokenHashes: SQL<readonly string[]>) {
  return query
    .select({
      ...SERVED_FIELDS,
      uniqueLink: images.uniqueLink,
      title: imageTitle,
      description: images.description,
      altText: images.altText,
      thumbHash: images.thumbHash,
      owner: NAMED_OWNER,
      ...SHOWN_TAKEN,
      isIndexed: users.shareIndexed,
      variants: storedVariants(),
      tokens: presentedTokens(tokenHashes),
    })
    .from(images)
    .innerJoin(users, OWNER_IS_ACTIVE)
    .where(isServed(where));
}
