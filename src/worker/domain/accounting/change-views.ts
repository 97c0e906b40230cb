import { sql, type SQLWrapper } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { prepareWrite, type ParamValues, type Params, type Statement } from '../../db/statement.ts';

export function prepareViewsChange<Values extends ParamValues>(
  countViews: (p: Params<Values>) => SQLWrapper,
): (values: Values) => Statement<number> {
  return prepareWrite((p: Params<Values>) =>
    query.update(siteTotals).set({ views: sql`${siteTotals.views} + ${countViews(p)}` }),
  ) as (values: Values) => Statement<number>;
}
