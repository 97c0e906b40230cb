import { and, eq, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { guard } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { siteTotals, users } from '../../db/schema/accounts.ts';
import { prepareWrite, type SlotValues, type Params, type Statement } from '../../db/statement.ts';

/**
 * Accounting: what users hold and what the site holds altogether.
 *
 * - `storage_used`, `storage_reserved` and `image_count` of a user and the one row of site totals change in this
 *   area alone, in the batch that changes the rows they count.
 * - The site's count of sessions is kept by the triggers of `user_sessions`: they end in many ways.
 * - Amounts are expressions over those rows wherever a second run of the batch must change nothing.
 */

/** What is added; an expression or a number, negative to take away. */
type Amount = SQLWrapper | number;

export interface TotalsChange {
  readonly userId: SQLWrapper;
  /** Bytes of stored variants. */
  readonly storageUsed?: Amount;
  /** Bytes that upload sessions hold. */
  readonly storageReserved?: Amount;
  readonly images?: Amount;
  /** Counted for the site only. */
  readonly views?: Amount;
  /** What the user must fulfil for the batch to go on. */
  readonly provided?: SQL;
}

/**
 * Prepares the statements that change a user's totals and the site's by the same amounts. Where the change is provided
 * that the user fulfils something, `refusal` is the reason for which the batch is refused otherwise.
 */
export function prepareTotalsChange<Values extends SlotValues>(
  build: (slots: Params<Values>) => TotalsChange,
  refusal?: string,
): (values: Values) => Statement<number>[] {
  const changeUser = prepareWrite((slots: Params<Values>) => {
    const { userId, storageUsed, storageReserved, images, provided } = build(slots);
    return query
      .update(users)
      .set(addTo(getTableColumns(users), { storageUsed, storageReserved, imageCount: images }))
      .where(and(eq(users.id, userId), provided));
  }) as (values: Values) => Statement<number>;
  const changeSite = prepareWrite((slots: Params<Values>) => {
    const { storageUsed, storageReserved, images, views } = build(slots);
    return query
      .update(siteTotals)
      .set(addTo(getTableColumns(siteTotals), { storageUsed, storageReserved, images, views }));
  }) as (values: Values) => Statement<number>;
  const guards = refusal === undefined ? [] : [guard(refusal)];
  return (values) => [changeUser(values), ...guards, changeSite(values)];
}

/** Counts accounts that came or went, and those that became active or ceased to be. */
export function countAccounts(change: { users: number; activeUsers: number }): Statement<number> {
  return addAccounts(change);
}

const addAccounts = prepareWrite((p: Params<{ users: number; activeUsers: number }>) =>
  query
    .update(siteTotals)
    .set(addTo(getTableColumns(siteTotals), { users: p.users, activeUsers: p.activeUsers })),
);

/** The negative of an amount. */
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
