import { sql, type SQLWrapper } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { prepareWrite, type SlotValues, type Params, type Statement } from '../../db/statement.ts';

export function prepareViewsChange<Values extends SlotValues>(
  countViews: (slots: Params<Values>) => SQLWrapper,
): (values: Values) => Statement<number> {
  return prepareWrite((slots: Params<Values>) =>
    query.update(siteTotals).set({ views: sql`${siteTotals.views} + ${countViews(slots)}` }),
  ) as (values: Values) => Statement<number>;
}
