import { asc, between } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { dailyTotals } from '../../db/schema/accounts.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { DAY_MS, toDay } from '../../../shared/clock.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export interface DayRange {
  /** Default: 30 days up to `to`. */
  readonly from?: string | undefined;
  /** Default: today. */
  readonly to?: string | undefined;
}

export type DailyTotals = typeof dailyTotals.$inferSelect;

const DEFAULT_DAYS = 30;
export const MAX_DAYS = 400;

export const LIST_DAYS_ERRORS = [
  // An empty range, or one longer than `MAX_DAYS`.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Days without a row are left out. One round trip. */
export async function listDays(
  { clock, directory }: Pick<Services, 'clock' | 'directory'>,
  range: DayRange,
): Promise<DailyTotals[]> {
  const { to = toDay(clock.now()) } = range;
  const end = Date.parse(to);
  const { from = toDay(end - (DEFAULT_DAYS - 1) * DAY_MS) } = range;
  const days = 1 + (end - Date.parse(from)) / DAY_MS;
  if (days >= 1 && days <= MAX_DAYS) return directory.run(selectDays({ from, to }));
  throw new DomainError('invalid_parameter', {
    message: `from: must be up to ${MAX_DAYS} days before to`,
  });
}

const selectDays = prepareAll((p: Params<{ from: string; to: string }>) =>
  query
    .select()
    .from(dailyTotals)
    .where(between(dailyTotals.day, p.from, p.to))
    .orderBy(asc(dailyTotals.day)),
);
