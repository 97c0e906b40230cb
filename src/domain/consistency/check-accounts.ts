import { statement } from '../../db/database.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const PAGE_USERS = 200;

/** What a user's counted columns must be, as SQL over `users u`. */
export const USER_COUNTS = {
  storage_used: `(SELECT coalesce(sum(v.size), 0) FROM images i JOIN image_variants v USING (image_file_id)
    WHERE i.user_id = u.id)`,
  storage_reserved: `(SELECT coalesce(sum(s.reserved_bytes), 0) FROM upload_sessions s WHERE s.user_id = u.id)`,
  image_count: `(SELECT count(*) FROM images i WHERE i.user_id = u.id)`,
} as const;

/** What the columns of `site_totals` must be. */
export const SITE_COUNTS = {
  users: `(SELECT count(*) FROM users)`,
  active_users: `(SELECT count(*) FROM users WHERE status = 'active')`,
  images: `(SELECT count(*) FROM images)`,
  views: `(SELECT coalesce(sum(view_count), 0) FROM images)`,
  storage_used: `(SELECT coalesce(sum(size), 0) FROM image_variants)`,
  storage_reserved: `(SELECT coalesce(sum(reserved_bytes), 0) FROM upload_sessions)`,
} as const;

const countsAsJson = (counts: Record<string, string>): string =>
  Object.entries(counts)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ');

/** The columns whose stated value is not what was counted, one sentence for each. */
const compare = (row: Record<string, unknown>, countedJson: string): string[] =>
  Object.entries(JSON.parse(countedJson) as Record<string, number>)
    .filter(([name, counted]) => row[name] !== counted)
    .map(([name, counted]) => `${name} is ${String(row[name])}, counted ${String(counted)}`);

interface Counted extends Record<string, unknown> {
  readonly id: number;
  readonly counted: string;
}

/** Recounts each user's bytes, reservations and images, a page at a time, each user in one statement. */
export async function* checkUsers({ db }: ConsistencyServices): AsyncGenerator<Finding> {
  for (let after = 0; ;) {
    const rows = await db.all<Counted>(
      statement(
        `SELECT u.id, u.storage_used, u.storage_reserved, u.image_count,
           json_object(${countsAsJson(USER_COUNTS)}) AS counted
         FROM users u WHERE u.id > ? ORDER BY u.id LIMIT ?`,
        after,
        PAGE_USERS,
      ),
    );
    for (const row of rows) {
      for (const problem of compare(row, row.counted)) {
        const subject = `user ${String(row.id)}`;
        yield { subject, problem, repair: { action: 'recount_user', userId: row.id } };
      }
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Recounts the site's totals in one statement, so that nothing can change in between. */
export async function* checkSite({ db }: ConsistencyServices): AsyncGenerator<Finding> {
  const [row] = await db.all<Counted>(
    statement(
      `SELECT t.*, json_object(${countsAsJson(SITE_COUNTS)}) AS counted FROM site_totals t`,
    ),
  );
  if (row === undefined) return;
  for (const problem of compare(row, row.counted)) {
    yield { subject: 'site', problem, repair: { action: 'recount_site' } };
  }
}
