import type { Backlog, BacklogPart, SweptBacklog } from '../support/backlog-shape.ts';
import { readLedger } from './ledger.ts';
import { explain, type BenchRow } from './report.ts';

/** Purges by themselves: their calls take as long as all else together. */
const BACKLOGS: readonly Backlog[] = [
  {
    uploads: 500_000,
    jobs: 100_000,
    failures: 50_000,
    purges: 0,
    erasures: 90_000,
    accounts: 20_000,
  },
  { uploads: 0, jobs: 0, failures: 0, purges: 90_000, erasures: 0, accounts: 0 },
];
const NAMES: Readonly<Record<BacklogPart, string>> = {
  uploads: 'closed uploads',
  jobs: 'lost queue messages',
  failures: 'failed publications to release',
  purges: 'due purges',
  erasures: 'due erasures',
  accounts: 'due notices to session objects',
};
const MINUTES_MAX = 60;
const QUERIES_MAX = 1000;
const SUBREQUESTS_MAX = 10_000;

/** Backlogs of several parts at once, swept by the cron's code in virtual time, in which each call takes an assumed time. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const backlog of BACKLOGS) rows.push(...(await sweep(backlog)));
  return rows;
}

async function sweep(backlog: Backlog): Promise<BenchRow[]> {
  const [swept] = await readLedger<SweptBacklog>('jobs/backlogs', JSON.stringify(backlog));
  if (swept === undefined) throw new Error('the sweep reports nothing');
  const { minutes, runMs, queries, subrequests } = swept;
  const parts = (Object.keys(backlog) as BacklogPart[]).filter((part) => backlog[part] > 0);
  const limit = (row: BenchRow, most: number): BenchRow => ({
    ...row,
    target: `≤ ${most.toLocaleString('en')}`,
    pass: row.ratio <= most,
  });
  return [
    ...parts.map((part) => {
      const name = `${backlog[part].toLocaleString('en')} ${NAMES[part]} swept`;
      return limit(
        explain(name, 'minutes', [minutes[part] ?? Number.POSITIVE_INFINITY]),
        MINUTES_MAX,
      );
    }),
    explain('  longest run of the cron', 's', [runMs / 1000]),
    limit(explain('  calls of D1 in an invocation', 'calls', [queries]), QUERIES_MAX),
    limit(explain('  calls of all bindings', 'calls', [subrequests]), SUBREQUESTS_MAX),
  ];
}
