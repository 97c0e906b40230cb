import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { StatementRunner } from '../../../src/worker/db/database.ts';
import type { SqlValue } from '../../../src/worker/db/statement.ts';

declare const D1: StatementRunner;

/** Its type is known to programs of the Worker alone. */
export type Answer<Row> = Awaited<ReturnType<typeof D1.batch<Row>>>[number];

/** Sees each statement before its answer. It may throw, which rolls the batch back. */
export type OnStatement = (text: string, processorMs: number) => void;

/** Room of a machine with many databases, rather than the whole file. */
const CACHE_KIB = 256 * 1024;

/**
 * A database file behind the calls of D1, in this process: each statement has a processor time of its own, which other
 * load does not change. Nothing else may have the file open.
 */
export class SqliteRunner implements StatementRunner {
  readonly file: DatabaseSync;
  readonly #onStatement: OnStatement;
  readonly #prepared = new Map<string, StatementSync>();

  /** Runners may share an open database. */
  constructor(file: DatabaseSync | string, onStatement: OnStatement = () => undefined) {
    this.file = typeof file === 'string' ? new DatabaseSync(file) : file;
    // Durability is the disk's time, and not that of statements.
    this.file.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = -${String(CACHE_KIB)}`);
    this.#onStatement = onStatement;
  }

  prepare(text: string): { bind(...values: readonly SqlValue[]): Bound } {
    return { bind: (...values) => new Bound(this, text, values) };
  }

  async batch<Row>(statements: readonly Bound[]): Promise<Answer<Row>[]> {
    this.file.exec('BEGIN IMMEDIATE');
    try {
      const results = statements.map((statement) => this.execute<Row>(statement));
      this.file.exec('COMMIT');
      return results;
    } catch (error) {
      if (this.file.isTransaction) this.file.exec('ROLLBACK');
      throw error;
    }
  }

  execute<Row>({ text, values }: Bound): Answer<Row> {
    const prepared = this.#prepared.get(text) ?? this.file.prepare(text);
    this.#prepared.set(text, prepared);
    const [before, { user, system }] = [this.#countChanges(), process.cpuUsage()];
    const results = prepared.all(...values) as Row[];
    const used = process.cpuUsage({ user, system });
    this.#onStatement(text, (used.user + used.system) / 1000);
    const changes = this.#countChanges() - before;
    return { results, meta: { changes } } as Answer<Row>;
  }

  close(): void {
    this.file.close();
  }

  #countChanges(): number {
    const prepared = this.#prepared.get(CHANGES) ?? this.file.prepare(CHANGES);
    this.#prepared.set(CHANGES, prepared);
    return Number(prepared.get()?.['changes']);
  }
}

const CHANGES = 'SELECT total_changes() AS changes';

export class Bound {
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly #runner: SqliteRunner;

  constructor(runner: SqliteRunner, text: string, values: readonly SqlValue[]) {
    this.#runner = runner;
    this.text = text;
    this.values = values;
  }

  async all<Row>(): Promise<Answer<Row>> {
    const [result] = await this.#runner.batch<Row>([this]);
    if (result === undefined) throw new Error('a statement without a result');
    return result;
  }
}
