import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { DAY_MS } from '../../../shared/clock.ts';

/** Writes no row after the first visit of a day (UTC). Without its commit the next day's visit is the next recorded one. */
export function recordVisit(userId: number, now: number): Statement<number> {
  return saveVisit({ userId, now, dayStart: now - (now % DAY_MS) });
}

const saveVisit = prepareWrite((p: Params<{ userId: number; now: number; dayStart: number }>) =>
  query
    .update(users)
    .set({ lastSeenAt: p.now })
    .where(
      and(eq(users.id, p.userId), or(isNull(users.lastSeenAt), lt(users.lastSeenAt, p.dayStart))),
    ),
);
