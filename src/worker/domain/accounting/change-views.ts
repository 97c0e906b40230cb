import { sql, type SQLWrapper } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { prepareWrite, type SlotValues, type Slots, type Statement } from '../../db/statement.ts';

/** Prepares the statement that adds views to the site's total; views count for no user. */
export function prepareViewsChange<Values extends SlotValues>(
  countViews: (slots: Slots<Values>) => SQLWrapper,
): (values: Values) => Statement<number> {
  return prepareWrite((slots: Slots<Values>) =>
    query.update(siteTotals).set({ views: sql`${siteTotals.views} + ${countViews(slots)}` }),
  ) as (values: Values) => Statement<number>;
}
