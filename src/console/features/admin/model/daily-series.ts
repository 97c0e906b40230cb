import type { DailyTotals } from '../../../api/types.ts';

export const DAILY_METRICS = ['users', 'images', 'storage_used', 'views'] as const;

export type DailyMetric = (typeof DAILY_METRICS)[number];

export interface DailySeries {
  readonly days: readonly number[];
  /** Null for a day without a figure. */
  readonly values: readonly (number | null)[];
}

const DAY_SECONDS = 86_400;

/** One value for each day from the first to the last; `items` are in chronological order. */
export function toSeries(items: readonly DailyTotals[], metric: DailyMetric): DailySeries {
  const known = new Map(items.map((item) => [secondsOf(item.day), item[metric]]));
  const [first, last] = [items[0], items.at(-1)].map((item) =>
    item === undefined ? Number.NaN : secondsOf(item.day),
  );
  const days: number[] = [];
  for (let day = first ?? Number.NaN; day <= (last ?? Number.NaN); day += DAY_SECONDS) {
    days.push(day);
  }
  return { days, values: days.map((day) => known.get(day) ?? null) };
}

/** The first day of a range that ends with `nowMs`, as in 2026-11-21. */
export function firstDay(days: number, nowMs: number): string {
  return new Date(nowMs - (days - 1) * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

function secondsOf(day: string): number {
  return Date.parse(day) / 1000;
}
