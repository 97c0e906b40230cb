import type { Database } from '../../db/database.ts';
import type { KeyRange, KeyRanges } from '../../db/key-ranges.ts';
import type { Statement } from '../../db/statement.ts';
import {
  IMAGE_RANGES,
  selectSessionCount,
  selectUserSums,
  selectViewSums,
  SESSION_RANGES,
  USER_RANGES,
  type UserTotals,
} from '../accounting/counts.ts';
import { MAX_RANGES } from '../accounting/recount.ts';
import { selectTotals } from '../accounting/read-totals.ts';
import { compareTotals, sumTotals, type Recount } from './compare-totals.ts';
import type { Finding } from './finding.ts';

const NO_ACCOUNTS = { users: 0, activeUsers: 0 };
const NO_VIEWS = { views: 0, publishedImages: 0 };
const NO_SESSIONS = { sessions: 0 };

/** From the totals of the users, without what those of the `wrong` ones have too much. */
export async function checkSite(
  db: Database,
  wrong: readonly Recount<keyof UserTotals>[],
): Promise<Finding[]> {
  const error = (name: keyof UserTotals): number =>
    wrong.reduce((sum, { stated, counted }) => sum + counted[name] - stated[name], 0);
  const zero = {
    ...NO_ACCOUNTS,
    images: error('imageCount'),
    trashedImages: error('trashedCount'),
    storageUsed: error('storageUsed'),
    storageReserved: error('storageReserved'),
  };
  const problems = [
    ...(await checkSums(db, { ranges: USER_RANGES, select: selectUserSums, zero })),
    ...(await checkSums(db, { ranges: IMAGE_RANGES, select: selectViewSums, zero: NO_VIEWS })),
    ...(await checkSums(db, {
      ranges: SESSION_RANGES,
      select: selectSessionCount,
      zero: NO_SESSIONS,
    })),
  ];
  return problems.map((problem) => ({
    subject: 'site',
    problem,
    repair: { action: 'recount_site' },
  }));
}

interface Sums<Totals> {
  readonly ranges: KeyRanges;
  readonly select: (range: KeyRange) => Statement<Totals>;
  readonly zero: Totals;
}

/** Once more in one batch, thus at one moment, if sums of different moments disagree. */
async function checkSums<Totals extends Readonly<Record<keyof Totals & string, number>>>(
  db: Database,
  { ranges, select, zero }: Sums<Totals>,
): Promise<string[]> {
  const walked: KeyRange[] = [];
  const parts: Totals[] = [];
  for await (const range of ranges.walk(db)) {
    walked.push(range);
    parts.push(await db.run(select(range)));
  }
  const stated = await db.run(selectTotals());
  const compare = (read: Readonly<Record<string, number>>, counted: readonly Totals[]): string[] =>
    compareTotals({ stated: read, counted: sumTotals(zero, counted) });
  if (compare(stated, parts).length === 0) return [];
  const { totals, exact } = await db.batch({
    totals: selectTotals(),
    exact: ranges.cover(walked, MAX_RANGES).map(select),
  });
  return compare(totals, exact);
}
