import { statement } from '../../db/database.ts';
import type { Services } from '../services.ts';

const ROWS_PER_RUN = 1000;

/** Removes the rows of sessions that have expired, at most 1,000 a run; gives how many went. */
export const sweepSessions = async ({
  clock,
  db,
}: Pick<Services, 'clock' | 'db'>): Promise<number> => {
  const [result] = await db.batch([
    statement(
      `DELETE FROM user_sessions WHERE session_id IN (
         SELECT session_id FROM user_sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
      clock.now(),
      ROWS_PER_RUN,
    ),
  ]);
  return result?.changes ?? 0;
};
