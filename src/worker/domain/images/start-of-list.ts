import { err, ok, type Result } from '../../../shared/result.ts';
import { isDateField, type ListOrder, type ListPosition } from './list-order.ts';
import { readPeriod } from './read-period.ts';

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
  const period = readPeriod(from);
  if (period === null || period.unit === 'year') return err('no_such_date');
  // No image has this id.
  return ok({ value: order.isDescending ? period.end : period.start, id: 0 });
}
