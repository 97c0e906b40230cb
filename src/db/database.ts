import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

export type SqlValue = string | number | null;

export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export interface StatementResult {
  readonly rows: readonly Record<string, unknown>[];
  /** Rows that this statement inserted, updated or deleted, those of its triggers with them (unlike SQL's `changes()`). */
  readonly changes: number;
}

/** A batch was refused by one of its guards and changed nothing. */
export class GuardError extends Error {
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(`guard refused: ${reason}`, { cause });
    this.name = 'GuardError';
    this.reason = reason;
  }
}

const GUARD_MARK = 'guard:';
const GUARD_PATTERN = /guard:([a-z_]+)/u;

/** One SQL statement with its values, for `Database.batch`. */
export const statement = (text: string, ...values: SqlValue[]): Statement => ({ text, values });

/** Aborts the batch with `reason` unless the statement before it changed exactly `changes` rows. */
export const guard = (reason: string, changes = 1): Statement =>
  statement('INSERT INTO guard (ok, reason) SELECT changes() = ?, ?', changes, GUARD_MARK + reason);

/** Aborts the batch with `reason` unless the SQL condition holds. */
export const guardThat = (reason: string, condition: string, ...values: SqlValue[]): Statement =>
  statement(
    `INSERT INTO guard (ok, reason) SELECT (${condition}) IS TRUE, ?`,
    ...values,
    GUARD_MARK + reason,
  );

/** D1 as the domain uses it: drizzle for single queries, raw statements for batches that must be one transaction. */
export class Database {
  readonly #d1: D1Database | D1DatabaseSession;
  #orm: DrizzleD1Database | undefined;

  constructor(d1: D1Database | D1DatabaseSession) {
    this.#d1 = d1;
  }

  /** Drizzle over the same binding. Its `batch` and `transaction` are not for use (D1 has no such transactions). */
  get query(): DrizzleD1Database {
    // Drizzle calls `prepare` and `batch` alone, which a session has too.
    this.#orm ??= drizzle(this.#d1 as D1Database);
    return this.#orm;
  }

  /**
   * Runs all statements as one transaction and one round trip.
   * @throws GuardError when a guard refused; nothing is written then.
   */
  async batch(statements: readonly Statement[]): Promise<StatementResult[]> {
    const prepared = statements.map(({ text, values }) => this.#d1.prepare(text).bind(...values));
    try {
      const results = await this.#d1.batch<Record<string, unknown>>(prepared);
      return results.map(({ results: rows, meta }) => ({ rows, changes: meta.changes }));
    } catch (error) {
      const reason = GUARD_PATTERN.exec(error instanceof Error ? error.message : '')?.[1];
      if (reason === undefined) throw error;
      throw new GuardError(reason, error);
    }
  }

  /** Runs one statement and gives its rows. */
  async all<Row>({ text, values }: Statement): Promise<Row[]> {
    const { results } = await this.#d1
      .prepare(text)
      .bind(...values)
      .all<Row>();
    return results;
  }
}
