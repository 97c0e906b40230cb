import { sql } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { guard } from '../../src/worker/db/guard.ts';
import {
  prepareFirst,
  prepareWrite,
  type Params,
  type Statement,
} from '../../src/worker/db/statement.ts';

// A row of the migration history marks an unfinished restore: an unknown migration keeps the boot gate shut, so that no
// isolate serves or sweeps half of a site. Its name is the backup's, its time the number of restored pages.

const POSITION = 0;
const PREFIX = 'restore of ';

export interface RestoreMark {
  readonly backup: string;
  readonly pages: number;
}

export async function readRestore(db: Database): Promise<RestoreMark | null> {
  const row = await db.run(selectMark());
  return row === null ? null : { backup: row.name.slice(PREFIX.length), pages: row.pages };
}

export async function beginRestore(db: Database, backup: string): Promise<void> {
  await db.run(insertMark({ name: PREFIX + backup }));
}

/** Goes in the batch of the page with this number, from 0. The guard lets each page in once. */
export function countPage(page: number): Statement<number>[] {
  return [raiseMark({ page }), guard('page_restored')];
}

/** The last step. */
export async function endRestore(db: Database): Promise<void> {
  await db.run(deleteMark());
}

const selectMark = prepareFirst(
  () => sql<{ name: string; pages: number }>`
    SELECT name, applied_at AS pages FROM schema_history WHERE position = ${POSITION}`,
);

const insertMark = prepareWrite(
  (p: Params<{ name: string }>) => sql`
    INSERT INTO schema_history (position, name, sha256, applied_at) VALUES (${POSITION}, ${p.name}, '', 0)`,
);

const raiseMark = prepareWrite(
  (p: Params<{ page: number }>) => sql`
    UPDATE schema_history SET applied_at = applied_at + 1
    WHERE position = ${POSITION} AND applied_at = ${p.page}`,
);

const deleteMark = prepareWrite(() => sql`DELETE FROM schema_history WHERE position = ${POSITION}`);
