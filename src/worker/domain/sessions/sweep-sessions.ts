import { and, inArray, lte, notInArray } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

const ROWS_PER_STATEMENT = 1000;
const ROWS_PER_RUN = 10_000;

export function sweepSessions(services: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  return sweepRows(services, {
    part: 'delete_expired_sessions',
    select: (seen) => db.run(selectExpired({ now, seen })),
    limit: ROWS_PER_STATEMENT,
    most: ROWS_PER_RUN,
    keyOf: ({ sessionId }) => sessionId,
    handle: async (rows) => {
      const sessionIds = rows.map(({ sessionId }) => sessionId);
      return (await db.run(deleteExpired({ sessionIds, now }))).length;
    },
  });
}

const selectExpired = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({ sessionId: userSessions.sessionId })
    .from(userSessions)
    .where(
      and(
        lte(userSessions.expiresAt, p.now),
        notInArray(userSessions.sessionId, jsonValues(p.seen)),
      ),
    )
    .orderBy(userSessions.expiresAt)
    .limit(ROWS_PER_STATEMENT),
);

/** The count of changes would include rows changed by triggers. */
const deleteExpired = prepareAll((p: Params<{ sessionIds: readonly string[]; now: number }>) =>
  query
    .delete(userSessions)
    .where(
      and(
        inArray(userSessions.sessionId, jsonValues(p.sessionIds)),
        lte(userSessions.expiresAt, p.now),
      ),
    )
    .returning({ sessionId: userSessions.sessionId }),
);
