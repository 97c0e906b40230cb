import { eq, sql, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { siteTotals, users } from '../../db/schema/accounts.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareWrite, type SlotValues, type Params, type Statement } from '../../db/statement.ts';
import { reservedBytes } from './amounts.ts';

/** The caller clears the sessions' reservations afterwards, in the same batch. */
export function prepareRelease<Values extends SlotValues>(
  condition: (slots: Params<Values>) => SQL | undefined,
): (values: Values) => Statement<number>[] {
  const releaseUsers = prepareWrite((slots: Params<Values>) => {
    const held = query
      .select({
        userId: uploadSessions.userId,
        bytes: sql<number>`sum(${uploadSessions.reservedBytes})`.as('bytes'),
      })
      .from(uploadSessions)
      .where(condition(slots))
      .groupBy(uploadSessions.userId)
      .as('held');
    return query
      .update(users)
      .set({ storageReserved: sql`${users.storageReserved} - ${held.bytes}` })
      .from(held)
      .where(eq(users.id, held.userId));
  }) as (values: Values) => Statement<number>;
  const releaseSite = prepareWrite((slots: Params<Values>) =>
    query.update(siteTotals).set({
      storageReserved: sql`${siteTotals.storageReserved} - ${reservedBytes(condition(slots))}`,
    }),
  ) as (values: Values) => Statement<number>;
  return (values) => [releaseUsers(values), releaseSite(values)];
}
