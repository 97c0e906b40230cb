import { GuardError, guard, statement } from '../../db/database.ts';
import type { Services } from '../services.ts';

const REPEATED = 'flush_repeated';

/**
 * Adds a counter shard's views to their images and to the site's total, as one transaction under the flush's number:
 * a number that has arrived before changes nothing. Views of images that are gone are dropped.
 */
export const flushViews = async (
  { db }: Pick<Services, 'db'>,
  flush: { shard: string; number: number; views: ReadonlyMap<number, number> },
): Promise<void> => {
  if (flush.views.size === 0) return;
  const counts = JSON.stringify([...flush.views]);
  const entries = `(
    SELECT json_extract(value, '$[0]') AS image_id, json_extract(value, '$[1]') AS views FROM json_each(?)
  )`;
  try {
    await db.batch([
      statement(
        `INSERT INTO view_flushes (shard, flush_number) VALUES (?, ?)
         ON CONFLICT (shard) DO UPDATE SET flush_number = excluded.flush_number
         WHERE flush_number < excluded.flush_number`,
        flush.shard,
        flush.number,
      ),
      guard(REPEATED),
      statement(
        `UPDATE site_totals SET views = views + (
           SELECT COALESCE(SUM(entry.views), 0) FROM ${entries} entry JOIN images ON images.id = entry.image_id
         )`,
        counts,
      ),
      statement(
        `UPDATE images SET view_count = view_count + entry.views FROM ${entries} entry
         WHERE images.id = entry.image_id`,
        counts,
      ),
    ]);
  } catch (error) {
    if (!(error instanceof GuardError && error.reason === REPEATED)) throw error;
  }
};
