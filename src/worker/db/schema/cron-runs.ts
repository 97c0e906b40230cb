import { eq } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { checkColumn, checkJson } from './conditions.ts';

/** The last run of a part of the cron. */
export interface PartRun {
  readonly part: string;
  readonly endedAt: number;
  readonly tookMs: number;
  readonly isOk: boolean;
  /** End of the last run without an error; null when none is known. */
  readonly succeededAt: number | null;
}

/** One row, written at the end of each run. A run that is cut off writes nothing. */
export const cronRuns = sqliteTable(
  'cron_runs',
  {
    id: integer('id').primaryKey(),
    startedAt: integer('started_at').notNull(),
    endedAt: integer('ended_at').notNull(),
    parts: text('parts', { mode: 'json' }).$type<readonly PartRun[]>().notNull(),
  },
  (table) => [checkColumn(table.id, eq(table.id, 1)), checkJson(table.parts)],
);
