import { expect } from 'vitest';
import { findInconsistencies } from './consistency.ts';
import { type BindingCall, type Interceptor } from './instrument.ts';
import { LEGACY_VARS, legacyClient, loseJobs } from './legacy.ts';
import type { Person } from './people.ts';
import { listFindings } from './states.ts';
import { createTestWorker, TestClock, type TestWorkerOptions } from './worker.ts';

/** Workers over one clock and state for legacy uploads that crash, stall or stop. */
export const setUpLegacyFaults = () => {
  const clock = new TestClock();
  const otherWorker = (vars: TestWorkerOptions['vars'] = {}, intercept?: Interceptor) =>
    createTestWorker({ clock, vars: { ...LEGACY_VARS, ...vars }, intercept: loseJobs(intercept) });
  const sound = otherWorker();
  const { DB } = sound.env;

  const countImages = (title: string) =>
    DB.prepare('SELECT count(*) AS n FROM images WHERE title = ?').bind(title).first<number>('n');

  /** Reservations of a user's uploads under way. */
  const heldBytes = ({ userId }: Person) =>
    DB.prepare(
      `SELECT coalesce(sum(reserved_bytes), 0) AS n FROM upload_sessions WHERE user_id = ? AND status <> 'processing'`,
    )
      .bind(userId)
      .first<number>('n');

  const expectConsistent = async (when: string): Promise<void> => {
    expect(await findInconsistencies(sound), when).toEqual([]);
    // No queue runs here, and the cron only on demand.
    const findings = (await listFindings(sound)).filter((one) => !one.endsWith('running?'));
    expect(findings, when).toEqual([]);
  };

  /** A client whose Worker stops at the n-th such operation, counted from 0, until its release. */
  const stopClient = (who: Person, at: BindingCall, nth: number) => {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let seen = 0;
    const worker = otherWorker({}, async (call, proceed) => {
      if (call.binding === at.binding && call.method === at.method) {
        seen += 1;
        if (seen === nth + 1) {
          reached.resolve();
          await released.promise;
        }
      }
      return proceed();
    });
    return { client: legacyClient(worker, who), stopped: reached.promise, go: released.resolve };
  };

  return { clock, otherWorker, sound, countImages, heldBytes, expectConsistent, stopClient };
};

export const COMMIT: readonly [BindingCall, number] = [{ binding: 'DB', method: 'batch' }, 1];
export const PUT: readonly [BindingCall, number] = [{ binding: 'BUCKET', method: 'put' }, 0];
