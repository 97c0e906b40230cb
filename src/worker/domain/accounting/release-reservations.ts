import { eq, sql, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { siteTotals, users } from '../../db/schema/accounts.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type ParamValues, type Params, type Statement } from '../../db/statement.ts';
import { reservedBytes } from './amounts.ts';

/** The caller clears the sessions' reservations afterwards, in the same batch. */
export function prepareRelease<Values extends ParamValues>(
  condition: (p: Params<Values>) => SQL | undefined,
): (values: Values) => Statement<number>[] {
  const releaseUsers = prepareWrite((p: Params<Values>) => {
    const held = query
      .select({
        userId: uploadSessions.userId,
        bytes: sql<number>`sum(${uploadSessions.reservedBytes})`.as('bytes'),
      })
      .from(uploadSessions)
      .where(condition(p))
      .groupBy(uploadSessions.userId)
      .as('held');
    return query
      .update(users)
      .set({ storageReserved: sql`${users.storageReserved} - ${held.bytes}` })
      .from(held)
      .where(eq(users.id, held.userId));
  }) as (values: Values) => Statement<number>;
  const releaseSite = prepareWrite((p: Params<Values>) =>
    query.update(siteTotals).set({
      storageReserved: sql`${siteTotals.storageReserved} - ${reservedBytes(condition(p))}`,
    }),
  ) as (values: Values) => Statement<number>;
  return (values) => [releaseUsers(values), releaseSite(values)];
}
