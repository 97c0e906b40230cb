import { err, ok, type Result } from '../../../shared/result.ts';
import { isDateField, type ListOrder, type ListPosition } from './list-order.ts';

const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/u;

/**
 * The position before the first image of a list that begins in a month or day (UTC): its newest one, or in ascending
 * order its oldest one.
 * @param from `YYYY-MM` or `YYYY-MM-DD`.
 */
export function startOfList(
  order: ListOrder,
  from: string,
): Result<ListPosition, 'no_such_date' | 'not_by_date'> {
  if (!isDateField(order.field)) return err('not_by_date');
  const [, year, month, day] = DATE.exec(from) ?? [];
  const isDay = day !== undefined;
  const start = Date.parse(isDay ? from : `${from}-01`);
  if (year === undefined || Number.isNaN(start)) return err('no_such_date');
  const date = new Date(start);
  // Date.parse takes the 31st of each month.
  if (date.getUTCMonth() + 1 !== Number(month)) return err('no_such_date');
  if (order.isDescending) {
    if (isDay) date.setUTCDate(date.getUTCDate() + 1);
    else date.setUTCMonth(date.getUTCMonth() + 1);
  }
  // No image has this id.
  return ok({ value: date.getTime(), id: 0 });
}
