import { sql } from 'drizzle-orm';
import { insertFrom } from '../../db/query.ts';
import { dailyTotals, siteTotals } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { toDay } from '../../../shared/clock.ts';
import type { Services } from '../services.ts';

/**
 * Keeps the site's totals as they are when a day (UTC) begins: the first run of the day writes its row, no other
 * changes it, and a day on which nothing ran has none. @returns how many rows it wrote.
 */
export function recordDay({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const now = clock.now();
  return db.run(insertDay({ day: toDay(now), now }));
}

const insertDay = prepareWrite((p: Params<{ day: string; now: number }>) => {
  const { users, images, storageUsed, views } = siteTotals;
  const values = { day: p.day, users, images, storageUsed, views, recordedAt: p.now };
  return sql`${insertFrom(dailyTotals, values, sql`FROM ${siteTotals} WHERE true`)} ON CONFLICT DO NOTHING`;
});
