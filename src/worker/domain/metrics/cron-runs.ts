import { lte, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { cronRuns, type PartRun } from '../../db/schema/cron-runs.ts';
import { prepareFirst, prepareWrite, type Params } from '../../db/statement.ts';
import type { Services } from '../services.ts';

export interface CronRun {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly parts: readonly PartRun[];
}

/** The only row. */
const ID = 1;

/**
 * Replaces the record of the last run, unless a run that ended later has been recorded. A failed part keeps the time of
 * its last success.
 */
export async function recordRun(
  { directory }: Pick<Services, 'directory'>,
  {
    startedAt,
    endedAt,
    parts,
  }: Omit<CronRun, 'parts'> & { readonly parts: readonly PartOutcome[] },
): Promise<void> {
  const last = await directory.run(selectCronRun());
  const successes = new Map(last?.parts.map(({ part, succeededAt }) => [part, succeededAt]));
  const runs: PartRun[] = parts.map((run) => ({
    ...run,
    succeededAt: run.isOk ? run.endedAt : (successes.get(run.part) ?? null),
  }));
  await directory.run(writeRun({ startedAt, endedAt, parts: JSON.stringify(runs) }));
}

export type PartOutcome = Omit<PartRun, 'succeededAt'>;

/** Null before the first run. */
export const selectCronRun = prepareFirst(() =>
  query
    .select({ startedAt: cronRuns.startedAt, endedAt: cronRuns.endedAt, parts: cronRuns.parts })
    .from(cronRuns),
);

const writeRun = prepareWrite(
  (p: Params<{ startedAt: number; endedAt: number; parts: string }>) => {
    const run = { startedAt: p.startedAt, endedAt: p.endedAt, parts: sql`${p.parts}` };
    return query
      .insert(cronRuns)
      .values({ id: ID, ...run })
      .onConflictDoUpdate({
        target: cronRuns.id,
        set: run,
        setWhere: lte(cronRuns.endedAt, p.endedAt),
      });
  },
);
