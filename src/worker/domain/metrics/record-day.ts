import { sql } from 'drizzle-orm';
import { insertFrom } from '../../db/query.ts';
import { dailyTotals, siteTotals } from '../../db/schema/accounts.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { toDay } from '../../../shared/clock.ts';
import type { Services } from '../services.ts';

/** The first run of a day (UTC) writes its row; returns the number of written rows. */
export function recordDay({
  clock,
  directory,
}: Pick<Services, 'clock' | 'directory'>): Promise<number> {
  const now = clock.now();
  return directory.run(insertDay({ day: toDay(now), now }));
}

const insertDay = prepareWrite((p: Params<{ day: string; now: number }>) => {
  const { users, images, storageUsed, views } = siteTotals;
  const values = { day: p.day, users, images, storageUsed, views, recordedAt: p.now };
  return sql`${insertFrom(dailyTotals, values, sql`FROM ${siteTotals} WHERE true`)} ON CONFLICT DO NOTHING`;
});
