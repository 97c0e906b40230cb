import { inArray, lte } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareWrite, type Slots } from '../../db/statement.ts';
import type { Services } from '../services.ts';

const ROWS_PER_RUN = 1000;

/** Removes the rows of sessions that have expired, at most 1,000 a run. @returns how many it removed. */
export function sweepSessions({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  return db.run(deleteExpired({ now: clock.now() }));
}

const deleteExpired = prepareWrite(({ now }: Slots<{ now: number }>) =>
  query
    .delete(userSessions)
    .where(
      inArray(
        userSessions.sessionId,
        query
          .select({ sessionId: userSessions.sessionId })
          .from(userSessions)
          .where(lte(userSessions.expiresAt, now))
          .orderBy(userSessions.expiresAt)
          .limit(ROWS_PER_RUN),
      ),
    ),
);
