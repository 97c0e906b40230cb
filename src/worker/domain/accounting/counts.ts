import { asc, eq, getTableColumns, gt, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { siteTotals, users, userSessions } from '../../db/schema/accounts.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import { countedImages, countedViews, countOf, reservedBytes, storedBytes } from './amounts.ts';

/** Stored totals beside a recount in the same statement, so that no change falls between. */
export interface Recount<Total extends string> {
  readonly stated: Readonly<Record<Total, number>>;
  readonly counted: Readonly<Record<Total, number>>;
}

export const selectUserCounts = prepareAll((p: Params<{ after: number; limit: number }>) =>
  query
    .select({ userId: users.id, ...recount(getTableColumns(users), countUser()) })
    .from(users)
    .where(gt(users.id, p.after))
    .orderBy(asc(users.id))
    .limit(limitTo(p.limit)),
);

export const selectSiteCounts = prepareFirst(() =>
  query.select(recount(getTableColumns(siteTotals), countSite())).from(siteTotals),
);

export const recountUser = prepareWrite((p: Params<{ userId: number }>) =>
  query.update(users).set(countUser()).where(eq(users.id, p.userId)),
);

export const recountSite = prepareWrite(() => query.update(siteTotals).set(countSite()));

function countUser() {
  const isOwn = eq(images.userId, users.id);
  return {
    storageUsed: storedBytes(
      inArray(
        imageVariants.imageFileId,
        query.select({ id: images.imageFileId }).from(images).where(isOwn),
      ),
    ),
    storageReserved: reservedBytes(eq(uploadSessions.userId, users.id)),
    imageCount: countedImages(isOwn),
  };
}

function countSite() {
  return {
    users: countOf(users),
    activeUsers: countOf(users, eq(users.status, 'active')),
    images: countedImages(),
    views: countedViews(),
    storageUsed: storedBytes(),
    storageReserved: reservedBytes(),
    sessions: countOf(userSessions),
    publishedImages: countedImages(eq(images.processingStatus, 'completed')),
  };
}

function recount<Total extends string>(
  columns: Readonly<Record<NoInfer<Total>, SQLWrapper>>,
  counts: Readonly<Record<Total, SQL>>,
): { readonly [Side in keyof Recount<Total>]: SQL<Recount<Total>[Side]> } {
  const stated = Object.keys(counts).map((name) => [name, columns[name as Total]] as const);
  return { stated: jsonOf(stated), counted: jsonOf(Object.entries<SQL>(counts)) };
}

function jsonOf<Total extends string>(
  fields: readonly (readonly [string, SQLWrapper])[],
): SQL<Readonly<Record<Total, number>>> {
  const pairs = fields.map(([name, value]) => sql`${name}, ${value}`);
  return sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith(
    (text: string) => JSON.parse(text) as Readonly<Record<Total, number>>,
  );
}
