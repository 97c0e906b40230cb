import { expect, it } from 'vitest';
import { selectCronRun } from '../../../../src/worker/domain/metrics/cron-runs.ts';
import { selectTotals } from '../../../../src/worker/domain/accounting/read-totals.ts';
import { countJobs } from '../../../../src/worker/domain/metrics/count-work.ts';
import { requireRole } from '../../../support/database-roles.ts';
import { prepareAll } from '../../../../src/worker/db/statement.ts';
import { query } from '../../../../src/worker/db/query.ts';
import { images } from '../../../../src/worker/db/schema/images.ts';

const selectImages = prepareAll(() => query.select().from(images));

it('refuses statements over the tables of the other role', () => {
  expect(() => requireRole('user', selectCronRun())).toThrow('"cron_runs"');
  expect(() => requireRole('directory', selectImages())).toThrow('"images"');
});

it('takes statements over the tables of the role, copied ones and counts of work', () => {
  for (const sent of [selectTotals(), selectCronRun(), ...countJobs(1)]) {
    expect(() => requireRole('directory', sent)).not.toThrow();
  }
  for (const sent of [selectTotals(), selectImages()]) {
    expect(() => requireRole('user', sent)).not.toThrow();
  }
});
