import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { Backlog } from '../../support/backlog-shape.ts';
import { sweepBacklog } from '../../support/backlogs.ts';
import { resetState } from '../../support/reset-state.ts';

const VARS = {
  PURGE_TARGET: 'webhook',
  PUBLIC_BASE_URL: 'https://images.example',
  PURGE_WEBHOOK_URL: `${inject('purgeServerUrl')}/backlogs/hook`,
  PURGE_WEBHOOK_SECRET: 'webhook-secret',
};
/** Of D1, in one invocation. */
const QUERIES_MAX = 1000;
const BENCH_MS = 3_600_000;

beforeEach(resetState);

describe('the sweep of a backlog', () => {
  it('asks D1 at most a thousand times an invocation, whatever is due', async () => {
    const backlog = {
      uploads: 11_000,
      jobs: 2100,
      failures: 1100,
      purges: 300,
      erasures: 6000,
      accounts: 300,
    };
    const { minutes, queries } = await sweepBacklog(backlog, VARS);
    expect(minutes).toEqual({
      uploads: 2,
      jobs: 2,
      failures: 2,
      purges: 1,
      erasures: 1,
      accounts: 1,
    });
    expect(queries).toBeLessThanOrEqual(QUERIES_MAX);
  });

  it('records the answers to 1,200 purges of an image each in more than one invocation', async () => {
    const backlog = { uploads: 0, jobs: 0, failures: 0, purges: 1200, erasures: 0, accounts: 0 };
    const { minutes, queries } = await sweepBacklog(backlog, VARS);
    expect(minutes.purges).toBe(1);
    // Three images fill the calls made at once, whose answers are recorded together.
    expect(queries).toBeGreaterThan(4 * 33);
    expect(queries).toBeLessThanOrEqual(QUERIES_MAX);
  });
});

describe.runIf(env.LEDGER !== '')('the ledger', () => {
  it(
    'is reported by npm run bench -- sweeps',
    async () => {
      const backlog = JSON.parse(env.LEDGER) as Backlog;
      console.log(`LEDGER ${JSON.stringify(await sweepBacklog(backlog, VARS))}`);
    },
    BENCH_MS,
  );
});
