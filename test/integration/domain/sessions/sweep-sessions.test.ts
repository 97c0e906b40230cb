import { describe, expect, it } from 'vitest';
import { sweepSessions } from '../../../../src/worker/domain/sessions/sweep-sessions.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

describe('the sweep of session rows', () => {
  it('removes only expired rows, more than a statement may change', async () => {
    const worker = createTestWorker();
    const { services, clock } = worker;
    const { userId } = await registerAndLogin(worker);
    await runBatch(services.db, [
      statement(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1005)
         INSERT INTO user_sessions (session_id, user_id, kind, created_at, expires_at)
         SELECT 'old-' || i, ?, 'web', 0, ? FROM n`,
        userId,
        clock.now(),
      ),
    ]);
    expect(await sweepSessions(services)).toBe(1005);
    expect(await sweepSessions(services)).toBe(0);
    expect(
      await readRows(services.db, statement('SELECT user_id FROM user_sessions')),
    ).toHaveLength(1);
  });
});
