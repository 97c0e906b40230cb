/** Milliseconds, UTC; `end` belongs to it no more. */
export interface Period {
  readonly unit: 'year' | 'month' | 'day';
  readonly start: number;
  readonly end: number;
}

const PERIOD = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u;

/** Of `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; null for other texts, and for days that their month does not have. */
export function readPeriod(text: string): Period | null {
  const [, year, month = '01', day = '01'] = PERIOD.exec(text) ?? [];
  if (year === undefined) return null;
  const start = Date.parse(`${year}-${month}-${day}`);
  const end = new Date(start);
  // Date.parse takes the 31st of each month.
  if (Number.isNaN(start) || end.getUTCMonth() + 1 !== Number(month)) return null;
  const unit = text.length === 4 ? 'year' : text.length === 7 ? 'month' : 'day';
  if (unit === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (unit === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + 1);
  return { unit, start, end: end.getTime() };
}
