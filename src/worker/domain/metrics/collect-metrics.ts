import { withSize } from '../../db/statement.ts';
import { selectTotals } from '../accounting/read-totals.ts';
import { selectHistory } from '../boot-gate.ts';
import type { Services } from '../services.ts';
import type { Metric } from './catalogue.ts';
import { countDueDeletions, countEvents, countJobs, countUploads } from './count-work.ts';
import { cronMetrics } from './cron-metrics.ts';
import { selectCronRun } from './cron-runs.ts';
import { databaseMetrics, selectInserted } from './database-metrics.ts';
import { siteMetrics } from './site-metrics.ts';
import { stateMetrics } from './state-metrics.ts';
import { selectTasks } from '../tasks/run-tasks.ts';
import { taskMetrics } from './task-metrics.ts';
import { trafficMetrics } from './traffic-metrics.ts';
import { workMetrics } from './work-metrics.ts';

/** One batch to D1, bounded by `METRICS_MAX_COUNT`, one read of KV, and one call to each counter object. */
export async function collectMetrics({
  bootGate,
  cache,
  clock,
  config,
  counters,
  directory,
}: Pick<Services, 'bootGate' | 'cache' | 'clock' | 'config' | 'counters' | 'directory'>): Promise<
  Metric[]
> {
  const limit = config.METRICS_MAX_COUNT;
  const nowMs = clock.now();
  const [rows, counted, isCacheUp] = await Promise.all([
    directory.batch({
      uploads: countUploads(limit),
      jobs: countJobs(limit),
      events: countEvents(limit),
      deletions: countDueDeletions({ nowMs, limit }),
      run: selectCronRun(),
      tasks: selectTasks(),
      inserted: selectInserted(),
      history: selectHistory(),
      totals: withSize(selectTotals()),
    }),
    counters.readTotals(),
    cache.probe().then(
      () => true,
      () => false,
    ),
  ]);
  const { result: totals, sizeBytes } = rows.totals;
  const isMigrated = (await bootGate.judge(rows.history)).ok;
  return [
    ...stateMetrics(bootGate.lastMigration, { cache: isCacheUp, migrations: isMigrated }),
    ...trafficMetrics(counted),
    ...workMetrics(rows, limit, nowMs),
    ...cronMetrics(rows.run),
    ...taskMetrics(rows.tasks),
    ...siteMetrics(totals, config),
    ...databaseMetrics(sizeBytes, rows.inserted),
  ];
}
