import { and, eq, gt, lte, ne, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { existsIn, limitTo } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { publicationJobs } from '../../db/schema/jobs.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareOne, type SqlParam, type Params, type Statement } from '../../db/statement.ts';

/** Rows of a label, `limit` at most, and creation time of the oldest (milliseconds). */
export interface WorkCount {
  readonly label: string;
  readonly count: number;
  readonly oldest: number | null;
}

interface Work {
  readonly table: SQLiteTable;
  readonly label: SQLiteColumn;
  /** Splits a label's rows, and follows the label in the index. */
  readonly kind?: SQLiteColumn;
  readonly createdAt: SQLiteColumn;
  readonly order: SQLiteColumn;
  /** A condition of the label's index, which the statement must state. */
  readonly conditionOf?: (value: string) => SQL;
  readonly split?: Split;
}

/** Of the oldest rows under `whole`, those with the mark count as `part`, as do rows under `part` itself. */
interface Split {
  readonly whole: string;
  readonly part: string;
  readonly mark: SQL;
}

/** By status; the oldest is exact, but for open sessions behind `limit` older ones. */
export const countUploads = prepareCounts({
  table: uploadSessions,
  label: uploadSessions.status,
  createdAt: uploadSessions.createdAt,
  order: uploadSessions.createdAt,
  conditionOf: (status) =>
    status === 'cleanup_pending'
      ? gt(uploadSessions.createdAt, 0)
      : ne(uploadSessions.status, 'cleanup_pending'),
  // The state of a session that has a part (uploads/upload-state.ts).
  split: {
    whole: 'initiated',
    part: 'uploading',
    mark: existsIn(
      uploadParts,
      and(eq(uploadParts.uploadId, uploadSessions.uploadId), eq(uploadParts.status, 'uploaded')),
    ),
  },
});

/** By status and kind (`queued avif`), earliest due first. */
export const countJobs = prepareCounts({
  table: publicationJobs,
  label: publicationJobs.status,
  kind: publicationJobs.kind,
  createdAt: publicationJobs.createdAt,
  order: publicationJobs.runAfter,
});

/** By kind, earliest due first. */
export const countEvents = prepareCounts({
  table: outboxEvents,
  label: outboxEvents.kind,
  createdAt: outboxEvents.createdAt,
  order: outboxEvents.availableAt,
});

/** Accounts whose deletion is due and not done; the oldest is the time (milliseconds) at which the first was due. */
export const countDueDeletions = prepareOne((p: Params<{ nowMs: number; limit: number }>) => {
  const dueAt = users.deletionDueAt;
  const due = sql`(
    SELECT ${dueAt} AS due_at FROM ${users} WHERE ${lte(dueAt, p.nowMs)} ORDER BY ${dueAt} LIMIT ${limitTo(p.limit)})`;
  return sql<Omit<WorkCount, 'label'>>`SELECT count(*) AS count, min(due_at) AS oldest FROM ${due}`;
});

/** Each reads at most `limit` rows of an index. Separate statements, since D1 allows five SELECTs in a compound one. */
function prepareCounts(work: Work) {
  const { label, kind } = work;
  const counts = (label.enumValues ?? []).flatMap((value) =>
    (kind?.enumValues ?? [null]).map((kindValue) => {
      const name = kindValue === null ? value : `${value} ${kindValue}`;
      return prepareOne(
        ({ limit }: Params<{ limit: number }>) =>
          sql<WorkCount>`SELECT ${name} AS label, count(*) AS count, min(made_at) AS oldest
            FROM (${countedRows(work, value, kindValue, limit)})`,
      );
    }),
  );
  return (limit: number): Statement<WorkCount>[] => counts.map((count) => count({ limit }));
}

function countedRows(work: Work, value: string, kind: string | null, limit: SqlParam<number>): SQL {
  const { split } = work;
  const stored = (label: string, mark = sql`0`): SQL => storedRows(work, label, kind, mark, limit);
  if (value === split?.whole) {
    return sql`SELECT made_at FROM (${stored(value, split.mark)}) WHERE NOT mark`;
  }
  if (value === split?.part) {
    return sql`SELECT made_at FROM (${stored(value)}) UNION ALL
      SELECT made_at FROM (${stored(split.whole, split.mark)}) WHERE mark LIMIT ${limitTo(limit)}`;
  }
  return stored(value);
}

function storedRows(
  { table, label, kind, createdAt, order, conditionOf }: Work,
  value: string,
  kindValue: string | null,
  mark: SQL,
  limit: SqlParam<number>,
): SQL {
  const condition = conditionOf === undefined ? sql`` : sql` AND ${conditionOf(value)}`;
  const ofKind = kind === undefined ? sql`` : sql` AND ${kind} = ${kindValue}`;
  return sql`SELECT ${createdAt} AS made_at, ${mark} AS mark FROM ${table}
    WHERE ${label} = ${value}${ofKind}${condition} ORDER BY ${order} LIMIT ${limitTo(limit)}`;
}
