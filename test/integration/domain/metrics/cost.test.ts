import { beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../../src/worker/db/migrations.ts';
import {
  countDueDeletions,
  countEvents,
  countJobs,
  countUploads,
} from '../../../../src/worker/domain/metrics/count-work.ts';
import { seedUser } from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { libraryStatements } from '../../../support/library.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { createTestWorker } from '../../../support/worker.ts';

const MAX_COUNT = 20;
const worker = createTestWorker();
const { db } = worker.services;
let userId: number;

/** Inserts images, sessions, jobs and events, in all of their states by turns. */
const grow = async (from: number, count: number): Promise<void> => {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers
    WHERE n < ${from + count - 1})`;
  const pick = (states: readonly string[]): string =>
    `(json_array(${states.map((state) => `'${state}'`).join()}) ->> (n % ${states.length}))`;
  const uploads = 'initiated uploading processing completed failed cancelled cleanup_pending';
  await runBatch(db, [
    ...libraryStatements({ userId, count, from }),
    statement(`INSERT INTO upload_sessions (upload_id, user_id, manifest_sha256, status, filename, visibility,
        processor_version, recipe_version, source_mime_type, source_width, source_height, unique_link, reserved_bytes,
        created_at, expires_at)
      ${numbers} SELECT printf('upload-%09d', n), ${userId}, '', ${pick(uploads.split(' '))}, '', 'public', '', '', '',
        1, 1, printf('U%011d', n), 0, n, n + 3600000 FROM numbers`),
    // Due times follow one another by kind, with many events of a kind together.
    statement(`INSERT INTO publication_jobs (image_id, kind, upload_id, status, run_after, created_at, updated_at)
      ${numbers} SELECT n, iif(n / ${8 * MAX_COUNT} % 2, 'publish', 'avif'), printf('upload-%09d', n),
        ${pick(['queued', 'running', 'done', 'failed'])}, n, n, n FROM numbers`),
    statement(`INSERT INTO outbox_events (kind, payload, available_at, created_at)
      ${numbers} SELECT ${pick(['purge', 'erase', 'account'])}, '{}', n, n FROM numbers`),
  ]);
};

const costOf = async (path: string) => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const counted = createTestWorker({
    vars: { METRICS_MAX_COUNT: String(MAX_COUNT) },
    intercept: countInto(tally),
  });
  // Opens the boot gate.
  await counted.fetch('/ready');
  for (const name of Object.keys(tally.calls)) delete tally.calls[name];
  tally.rowsRead = 0;
  const response = await counted.fetch(path);
  expect(response.status).toBe(200);
  const text = await response.text();
  return { text, d1: callsAt(tally, 'DB'), kv: callsAt(tally, 'CACHE'), rows: tally.rowsRead };
};

beforeAll(async () => {
  userId = await seedUser(worker);
  await grow(1, 14 * 3 * MAX_COUNT);
});

describe('a metrics request', () => {
  it('costs one round trip of the same few rows, however large the tables are', async () => {
    const ask = () => Promise.all(['/metrics', '/ready'].map(costOf));
    const small = await ask();
    await grow(1_000_001, 8000);
    const large = await ask();
    for (const [index, path] of ['/metrics', '/ready'].entries()) {
      expect(small[index]?.d1, path).toBe(1);
      expect(large[index]?.d1, path).toBe(1);
      expect(large[index]?.kv, path).toBe(small[index]?.kv);
      expect(large[index]?.rows, path).toBe(small[index]?.rows);
    }
    // Each counted piece of work in any state costs an index entry and perhaps its row.
    expect(large[0]?.rows).toBeLessThanOrEqual(18 * MAX_COUNT * 2 + 10);
    // The history alone.
    expect(large[1]?.rows).toBeLessThanOrEqual(MIGRATIONS.length);
  });

  it('counts each state of each kind up to a limit, and marks the limit as reached', async () => {
    const { text } = await costOf('/metrics');
    expect(text).toContain(
      `# HELP tintype_upload_sessions Upload sessions by state, counted up to ${MAX_COUNT}.`,
    );
    for (const sample of [
      'tintype_upload_sessions{state="completed"}',
      ...['publish', 'avif'].map(
        (kind) => `tintype_publication_jobs{state="failed",kind="${kind}"}`,
      ),
      'tintype_outbox_events_pending{kind="erase"}',
    ]) {
      expect(text).toContain(`${sample} ${MAX_COUNT}\n`);
    }
  });

  it.each([
    ['sessions', countUploads],
    ['jobs', countJobs],
    ['events', countEvents],
    ['deletions', (limit: number) => [countDueDeletions({ nowMs: 1, limit })]],
  ])('scans no table and sorts nothing to count %s', async (_, count) => {
    for (const { text, values } of count(MAX_COUNT)) {
      const plan = await readRows<{ detail: string }>(
        db,
        statement(`EXPLAIN QUERY PLAN ${text}`, ...values),
      );
      const steps = plan.map(({ detail }) => detail);
      expect(steps.filter((step) => /TEMP B-TREE|SCAN (?!\(subquery)/u.test(step))).toEqual([]);
      expect(steps.join()).toMatch(/SEARCH \w+ USING (?:COVERING )?INDEX/u);
    }
  });

  it('does not change the plan of the sweep: the index of the counts is for counts only', async () => {
    const plan = await readRows<{ detail: string }>(
      db,
      statement(
        `EXPLAIN QUERY PLAN SELECT upload_id FROM upload_sessions
         WHERE status IN ('initiated', 'uploading') AND expires_at <= 5 ORDER BY expires_at LIMIT 200`,
      ),
    );
    expect(plan.map(({ detail }) => detail).join()).toContain('upload_sessions_by_expiry');
  });
});
