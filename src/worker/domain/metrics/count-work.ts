import { gt, ne, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { limitTo } from '../../db/query.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareOne, type Slot, type Params, type Statement } from '../../db/statement.ts';

/** How many rows have a label, `limit` at most, and when the oldest of those was made (milliseconds). */
export interface WorkCount {
  readonly label: string;
  readonly count: number;
  readonly oldest: number | null;
}

interface Work {
  readonly table: SQLiteTable;
  readonly label: SQLiteColumn;
  /** What tells the rows of a label apart, and follows it in the index. */
  readonly kind?: SQLiteColumn;
  readonly createdAt: SQLiteColumn;
  /** What follows label and kind in an index. */
  readonly order: SQLiteColumn;
  /** What always holds for a label's rows, and must be stated for its index to be used. */
  readonly conditionOf?: (value: string) => SQL;
}

/** By status; the oldest is exact. */
export const countUploads = prepareCounts({
  table: uploadSessions,
  label: uploadSessions.status,
  createdAt: uploadSessions.createdAt,
  order: uploadSessions.createdAt,
  conditionOf: (status) =>
    status === 'cleanup_pending'
      ? gt(uploadSessions.createdAt, 0)
      : ne(uploadSessions.status, 'cleanup_pending'),
});

/** By status and kind (`queued avif`), those first that are due first. */
export const countJobs = prepareCounts({
  table: publicationJobs,
  label: publicationJobs.status,
  kind: publicationJobs.kind,
  createdAt: publicationJobs.createdAt,
  order: publicationJobs.runAfter,
});

/** By kind, those first that are due first. */
export const countEvents = prepareCounts({
  table: outboxEvents,
  label: outboxEvents.kind,
  createdAt: outboxEvents.createdAt,
  order: outboxEvents.availableAt,
});

/**
 * Prepares statements that count the rows of each label, and of each kind of it, along an index, `limit` of them and no
 * more: what they read does not grow with the table. They are one each, for D1 takes five SELECTs in a compound one.
 */
function prepareCounts({ table, label, kind, createdAt, order, conditionOf }: Work) {
  const counts = (label.enumValues ?? []).flatMap((value) => {
    const condition = conditionOf === undefined ? sql`` : sql` AND ${conditionOf(value)}`;
    return (kind?.enumValues ?? [null]).map((kindValue) => {
      const name = kindValue === null ? value : `${value} ${kindValue}`;
      const ofKind = kind === undefined ? sql`` : sql` AND ${kind} = ${kindValue}`;
      const rows = (limit: Slot<number>): SQL => sql`(
        SELECT ${createdAt} AS made_at FROM ${table}
        WHERE ${label} = ${value}${ofKind}${condition} ORDER BY ${order} LIMIT ${limitTo(limit)})`;
      return prepareOne(
        (p: Params<{ limit: number }>) =>
          sql<WorkCount>`SELECT ${name} AS label, count(*) AS count, min(made_at) AS oldest FROM ${rows(p.limit)}`,
      );
    });
  });
  return (limit: number): Statement<WorkCount>[] => counts.map((count) => count({ limit }));
}
