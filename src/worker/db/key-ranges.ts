import { gt, lte, and, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, DatabaseRole } from './database.ts';
import { prepareOne, type Params, type SqlParam } from './statement.ts';

/**
 * A whole table, read in ranges of its primary key: D1 refuses a statement that aggregates a table of several gigabytes.
 */

/** Rows of a range when it is found. */
export const RANGE_ROWS = 500;

export type Key = string | number;

/** The rows after one key, up to another one. */
export type KeyRange = { readonly after: Key; readonly upTo: Key };

type RangeParams = { readonly [Bound in keyof KeyRange]: SqlParam<Key> };

const BOUNDS = {
  number: { lowest: -1, highest: Number.MAX_SAFE_INTEGER },
  string: { lowest: '', highest: '\u{10FFFF}' },
} as const;

export class KeyRanges {
  readonly key: SQLiteColumn;
  readonly #bounds: { readonly lowest: Key; readonly highest: Key };
  readonly #selectLast;
  readonly #selectEnd;

  constructor(key: SQLiteColumn) {
    this.key = key;
    this.#bounds = key.dataType === 'number' ? BOUNDS.number : BOUNDS.string;
    this.#selectLast = prepareOne(
      () => sql<{ last: Key | null }>`SELECT max(${key}) AS last FROM ${key.table}`,
    );
    this.#selectEnd = prepareOne(
      (p: Params<{ after: Key; last: Key }>) => sql<{ upTo: Key | null }>`
        SELECT max(key) AS "upTo" FROM (
          SELECT ${key} AS key FROM ${key.table} WHERE ${and(gt(key, p.after), lte(key, p.last))} ORDER BY ${key} LIMIT ${RANGE_ROWS}
        )`,
    );
  }

  /** One after the other, up to the last row of the beginning: rows that are added meanwhile could keep it going. */
  async *walk(db: Database<DatabaseRole>): AsyncGenerator<KeyRange> {
    const { last } = await db.run(this.#selectLast());
    if (last === null) return;
    for (let after = this.#bounds.lowest; ;) {
      const { upTo } = await db.run(this.#selectEnd({ after, last }));
      if (upTo === null) return;
      yield { after, upTo };
      after = upTo;
    }
  }

  /** At most `max` ranges that hold every row, later ones too. */
  cover(ranges: readonly KeyRange[], max: number): KeyRange[] {
    const step = Math.max(1, Math.ceil(ranges.length / max));
    const starts = ranges.filter((_, index) => index % step === 0).map(({ after }) => after);
    const [, ...ends] = [...starts, this.#bounds.highest];
    if (starts.length === 0) return [{ after: this.#bounds.lowest, upTo: this.#bounds.highest }];
    return starts.map((after, index) => ({ after, upTo: ends[index] ?? this.#bounds.highest }));
  }

  /**
   * The rows of a range under the name of their table, for FROM. The LIMIT keeps conditions outside of it, so that no
   * other index than that of the key is taken, and no other row is read.
   */
  rows({ after, upTo }: RangeParams): SQL {
    const { key } = this;
    return sql`(SELECT * FROM ${key.table} WHERE ${and(gt(key, after), lte(key, upTo))} LIMIT -1) AS ${key.table}`;
  }
}
