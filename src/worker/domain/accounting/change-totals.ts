import { and, eq, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { LIBRARY_STAGES, siteTotals, users } from '../../db/schema/accounts.ts';
import { prepareWrite, type ParamValues, type Params, type Statement } from '../../db/statement.ts';

/**
 * - Only accounting changes `storage_used`, `storage_reserved`, `image_count`, `trashed_count` and `site_totals`, in the batch of the
 *   counted rows. Triggers count the site's sessions and published images.
 * - Amounts are expressions over the counted rows, so that a repeated batch changes nothing.
 */

/** Negative to subtract. */
type Amount = SQLWrapper | number;

export interface TotalsChange {
  readonly userId: SQLWrapper;
  readonly storageUsed?: Amount;
  readonly storageReserved?: Amount;
  readonly images?: Amount;
  /** Images in the trash, which `images` leaves out. */
  readonly trashed?: Amount;
  readonly views?: Amount;
  readonly provided?: SQL;
}

/** A `refusal` guards `provided`, a condition on the user. */
export function prepareTotalsChange<Values extends ParamValues>(
  build: (p: Params<Values>) => TotalsChange,
  refusal?: string,
): (values: Values) => Statement<number>[] {
  const changeUser = prepareWrite((p: Params<Values>) => {
    const { userId, storageUsed, storageReserved, images, trashed, provided } = build(p);
    return query
      .update(users)
      .set({
        ...addTo(getTableColumns(users), {
          storageUsed,
          storageReserved,
          imageCount: images,
          trashedCount: trashed,
        }),
        ...(images === undefined ? {} : { libraryStage: stageWith(images) }),
      })
      .where(and(eq(users.id, userId), provided));
  }) as (values: Values) => Statement<number>;
  const changeSite = prepareWrite((p: Params<Values>) => {
    const { storageUsed, storageReserved, images, trashed, views } = build(p);
    return query.update(siteTotals).set(
      addTo(getTableColumns(siteTotals), {
        storageUsed,
        storageReserved,
        images,
        trashedImages: trashed,
        views,
      }),
    );
  }) as (values: Values) => Statement<number>;
  const guards = refusal === undefined ? [] : [guard(refusal)];
  return (values) => [changeUser(values), ...guards, changeSite(values)];
}

/** Above it, sorting and walking a whole library costs more than to keep its images in the indexes. */
export const SMALL_LIBRARY_IMAGES = 5000;
/** A large library with no more is small again. The gap keeps one from changing back and forth. */
export const SHRUNK_LIBRARY_IMAGES = 4000;

/** Of `LIBRARY_STAGES`, for a user who gets `images` more. */
export function stageWith(images: Amount): SQL {
  const { libraryStage: stage, imageCount } = users;
  const { small, changing, indexed } = LIBRARY_STAGES;
  const next = sql`${imageCount} + ${images}`;
  return sql`CASE ${stage} WHEN ${small} THEN iif(${next} > ${SMALL_LIBRARY_IMAGES}, ${changing}, ${small})
    WHEN ${indexed} THEN iif(${next} > ${SHRUNK_LIBRARY_IMAGES}, ${indexed}, ${changing})
    ELSE ${stage} END`;
}

export function countAccounts(change: { users: number; activeUsers: number }): Statement<number> {
  return addAccounts(change);
}

const addAccounts = prepareWrite((p: Params<{ users: number; activeUsers: number }>) =>
  query
    .update(siteTotals)
    .set(addTo(getTableColumns(siteTotals), { users: p.users, activeUsers: p.activeUsers })),
);

export function minus(amount: SQLWrapper): SQL<number> {
  return sql<number>`-(${amount})`;
}

function addTo<Name extends string>(
  columns: Readonly<Record<Name, SQLiteColumn>>,
  amounts: { readonly [Field in Name]?: Amount | undefined },
): Record<string, SQL> {
  const given = Object.entries<Amount | undefined>(amounts).filter(
    ([, amount]) => amount !== undefined,
  );
  return Object.fromEntries(
    given.map(([name, amount]) => [name, sql`${columns[name as Name]} + ${amount}`]),
  );
}
