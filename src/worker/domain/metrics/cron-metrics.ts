import type { PartRun } from '../../db/schema/cron-runs.ts';
import { measure, type Metric, type Sample } from './catalogue.ts';
import type { CronRun } from './cron-runs.ts';

/** `run` is null before the first one. */
export function cronMetrics(run: CronRun | null): Metric[] {
  const { startedAt = 0, endedAt = 0, parts = [] } = run ?? {};
  const sampleEach = (valueOf: (part: PartRun) => number): Sample[] =>
    parts.map((part) => ({ labels: { part: part.part }, value: valueOf(part) }));
  return [
    measure('tintype_cron_last_run_timestamp_seconds', endedAt / 1000),
    measure('tintype_cron_last_run_duration_seconds', (endedAt - startedAt) / 1000),
    measure(
      'tintype_cron_part_last_run_timestamp_seconds',
      sampleEach((part) => part.endedAt / 1000),
    ),
    measure(
      'tintype_cron_part_last_success_timestamp_seconds',
      sampleEach(({ succeededAt }) => (succeededAt ?? 0) / 1000),
    ),
    measure(
      'tintype_cron_part_duration_seconds',
      sampleEach(({ tookMs }) => tookMs / 1000),
    ),
    measure(
      'tintype_cron_part_succeeded',
      sampleEach(({ isOk }) => Number(isOk)),
    ),
  ];
}
