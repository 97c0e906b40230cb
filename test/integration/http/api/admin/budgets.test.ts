import { beforeAll, describe, expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../../src/worker/domain/settings/registry.ts';
import { callsAt, countInto, type Tally } from '../../../../support/instrument.ts';
import type { Person } from '../../../../support/people.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { createTestWorker } from '../../../../support/worker.ts';

const SEEDING_MS = 120_000;
const PAGE_SIZE = 20;
/** Number of ids in the widest ranges. */
const WIDEST = 131_072;
/** The role, before the verb and in its transaction, where the guard has a row of its own; the totals. */
const FIXED_ROWS = 4;

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({ intercept: countInto(tally) });
const { DB } = worker.env;
let admin: Person;

/**
 * The cost of finding a page: the steps of a walk over the widest ranges, and over four levels of at most 8, each read
 * once and kept once; and users before the page.
 */
const readPlaceRows = async (): Promise<number> => {
  const last = Number(await DB.prepare('SELECT max(id) AS id FROM users').first('id'));
  return 2 * (Math.ceil(last / WIDEST) + 4 * 8) + 31;
};

const costOf = async (path: string) => {
  Object.assign(tally, { calls: {}, rowsRead: 0 });
  const response = await worker.fetch(`/api/v1/admin${path}`, { headers: admin.headers });
  expect(response.status).toBe(200);
  const roundTrips = callsAt(tally, 'DB');
  const { rowsRead } = tally;
  await response.body?.cancel();
  return { rowsRead, roundTrips };
};

/** Every `step`-th id from `from` on becomes a user with two sessions. */
const addUsers = async (from: number, count: number, step: number): Promise<void> => {
  const ids = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + ${step} FROM n
    WHERE i < ${from + (count - 1) * step})`;
  await DB.batch([
    DB.prepare(
      `${ids} INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
       SELECT i, 'u' || i, 'u' || i, '', 0, 0, 0 FROM n`,
    ),
    DB.prepare(
      `INSERT INTO user_sessions (session_id, user_id, kind, created_at, expires_at)
       SELECT users.id || '-' || value, users.id, 'web', 0, 1 FROM users, json_each('[1,2]')
       WHERE users.id BETWEEN ${from} AND ${from + (count - 1) * step}`,
    ),
    DB.prepare('UPDATE site_totals SET users = users + ?1, active_users = active_users + ?1').bind(
      count,
    ),
  ]);
};

beforeAll(async () => {
  admin = await registerAdmin(worker);
  await worker.fetch('/ready');
  await worker.settle();
}, SEEDING_MS);

describe('an administrator’s request', () => {
  it(
    'reads a page and a bounded number of rows, however many users exist',
    async () => {
      // Dense ids, without an erased user; and the ids of a site of a million users, most of them erased.
      const sizes = [
        { from: 100_001, count: 2000, step: 1 },
        { from: 200_001, count: 20_000, step: 40 },
      ];
      let total = 1;
      for (const { from, count, step } of sizes) {
        await addUsers(from, count, step);
        total += count;
        const last = Math.ceil(total / PAGE_SIZE);
        const placeRows = await readPlaceRows();
        expect(await costOf('/stats')).toEqual({ rowsRead: FIXED_ROWS, roundTrips: 2 });
        const { rowsRead: configRows } = await costOf('/configs');
        expect(configRows).toBeLessThanOrEqual(FIXED_ROWS + SETTING_KEYS.length);
        // Each user is read to count the matches and to find the page, and passes the sorter.
        const search = await costOf('/users?search=u&sort=storage');
        expect(search.rowsRead).toBeLessThanOrEqual(3 * total + 3 * PAGE_SIZE + FIXED_ROWS);
        expect(search.roundTrips).toBe(2);
        const named = await costOf(`/users?ids=${from},${from + step},999999999`);
        expect(named.rowsRead).toBeLessThanOrEqual(10 + FIXED_ROWS);
        expect(named.roundTrips).toBe(2);
        for (const page of [1, 2, Math.ceil(last / 2), Math.ceil(last / 3), last - 1]) {
          const { rowsRead, roundTrips } = await costOf(
            `/users?page=${page}&page_size=${PAGE_SIZE}`,
          );
          expect(rowsRead, `page ${page} of ${last}`).toBeLessThanOrEqual(
            PAGE_SIZE + placeRows + FIXED_ROWS,
          );
          // The role and the page.
          expect(roundTrips).toBe(2);
        }
      }
    },
    SEEDING_MS,
  );
});
