import { and, eq, gte, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { images, VISIBILITIES, type Visibility } from '../../db/schema/images.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import type { DateField } from './list-order.ts';

export interface TimelineMonth {
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  readonly count: number;
}

interface TimelineRequest {
  readonly field: DateField;
  /** Null for both. */
  readonly visibility: Visibility | null;
}

/**
 * The months of a user's images, the newest first, and how many each has.
 *
 * They are counted in the index of the list: a row read for each image. A table of counts would cost a row written for
 * each, which D1 charges like a thousand rows read.
 */
export function readTimeline(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { field, visibility }: TimelineRequest,
): Promise<TimelineMonth[]> {
  return db.run(selectMonths(field, visibility)({ userId }));
}

type Prepared = ReturnType<typeof prepareMonths>;

const known = new Map<string, Prepared>();

export function selectMonths(field: DateField, visibility: Visibility | null): Prepared {
  const key = `${field} ${String(visibility)}`;
  const prepared = known.get(key) ?? prepareMonths(field, visibility);
  known.set(key, prepared);
  return prepared;
}

/** Each step counts a month and seeks the newest image before it, so that SQLite sorts nothing. */
function prepareMonths(field: DateField, visibility: Visibility | null) {
  return prepareAll((p: Params<{ userId: number }>) => {
    const date = images[field];
    const ranges = (visibility === null ? VISIBILITIES : [visibility]).map(
      (one) => and(eq(images.userId, p.userId), eq(images.visibility, one)) ?? sql`0`,
    );
    const newest = (before: SQL | undefined): SQL =>
      greatest(
        ranges.map(
          (range) => sql`SELECT max(${date}) AS date FROM ${images} WHERE ${and(range, before)}`,
        ),
      );
    const start = sql`months.start`;
    const during = and(gte(date, start), lt(date, monthAfter(start)));
    const counts = ranges.map(
      (range) => sql`(SELECT count(*) FROM ${images} WHERE ${and(range, during)})`,
    );
    return sql<TimelineMonth>`WITH RECURSIVE months (start) AS (
        SELECT ${monthOf(newest(undefined))}
        UNION ALL SELECT ${monthOf(newest(lt(date, start)))} FROM months WHERE start IS NOT NULL
      )
      SELECT strftime('%Y-%m', start / 1000, 'unixepoch') AS month, ${sql.join(counts, sql` + `)} AS count
      FROM months WHERE start IS NOT NULL`;
  });
}

function greatest(dates: SQL[]): SQL {
  return sql`(SELECT max(date) FROM (${sql.join(dates, sql` UNION ALL `)}))`;
}

/** Milliseconds from 1653 to 1970, in whole seconds: SQLite rounds a quotient towards zero, dates before 1970 upwards. */
const SHIFT_MS = 10_000_000_000_000;

/** Milliseconds, never later than the date: each step goes on below it. Integers, as those of the index. */
function monthOf(date: SQLWrapper): SQL {
  const seconds = sql`(${date} + ${SHIFT_MS}) / 1000 - ${SHIFT_MS / 1000}`;
  return sql`unixepoch(${seconds}, 'unixepoch', 'start of month') * 1000`;
}

/** `start` is that of a month. */
function monthAfter(start: SQLWrapper): SQL {
  return sql`unixepoch(${start} / 1000, 'unixepoch', '+1 month') * 1000`;
}
