import { eq, getTableColumns } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { prepareOne } from '../../db/statement.ts';
import type { Services } from '../services.ts';

export type SiteTotals = typeof siteTotals.$inferSelect;

export function readTotals({ directory }: Pick<Services, 'directory'>): Promise<SiteTotals> {
  return directory.run(selectTotals());
}

export const selectTotals = prepareOne(() =>
  query.select(getTableColumns(siteTotals)).from(siteTotals).where(eq(siteTotals.id, 1)),
);
