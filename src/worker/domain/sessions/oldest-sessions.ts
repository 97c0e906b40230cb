import { and, desc, eq, gt, ne, notInArray, type SQL } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { userSessions } from '../../db/schema/accounts.ts';
import { prepareAll, type SqlParam, type Params, type Statement } from '../../db/statement.ts';

export interface NewSession {
  readonly sessionId: string;
  readonly createdAt: number;
}

export type EndSessions = Statement<readonly NewSession[]>;

/** Keeps this session and the newest `others`. */
export const deleteOldestSessions = prepareAll(
  (p: Params<{ userId: number; sessionId: string; now: number; others: number }>) =>
    deleteAllButNewest(
      and(
        eq(userSessions.userId, p.userId),
        gt(userSessions.expiresAt, p.now),
        ne(userSessions.sessionId, p.sessionId),
      ),
      p.others,
    ),
);

export function deleteAllButNewest(condition: SQL | undefined, kept: SqlParam<number>) {
  const newest = query
    .select({ sessionId: userSessions.sessionId })
    .from(userSessions)
    .where(condition)
    .orderBy(desc(userSessions.createdAt), desc(userSessions.sessionId))
    .limit(limitTo(kept));
  return query
    .delete(userSessions)
    .where(and(condition, notInArray(userSessions.sessionId, newest)))
    .returning({ sessionId: userSessions.sessionId, createdAt: userSessions.createdAt });
}
