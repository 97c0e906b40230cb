import { asc } from 'drizzle-orm';
import type { Migration } from '../db/history.ts';
import { query } from '../db/query.ts';
import { objectMigrations } from '../db/schema/objects/migrations.ts';
import { prepareAll, prepareWrite, type Params, type Statement } from '../db/statement.ts';
import createHistory from './object-migrations.sql';

/** Opens an object's database while the object is constructed: no call arrives before the migrations have run. */
export function openObjectDatabase(
  ctx: DurableObjectState,
  migrations: readonly Migration[],
): ObjectDatabase {
  const database = new ObjectDatabase(ctx.storage, migrations);
  // An error fails each call of the object: nobody needs it here as well.
  ctx.blockConcurrencyWhile(async () => database.migrate()).catch(() => undefined);
  return database;
}

/**
 * The SQLite storage of a Durable Object.
 *
 * - Migrations make its tables. Each runs once, in order, in one transaction with the row that records it.
 * - They run when the object starts, before its first call. An object whose record is not the beginning of this
 *   build's list fails each call: a newer build wrote its storage.
 * - Statements are those of src/worker/db/statement.ts, but an object has its database at hand: results come at once.
 */
export class ObjectDatabase {
  readonly #storage: DurableObjectStorage;
  readonly #migrations: readonly Migration[];

  constructor(storage: DurableObjectStorage, migrations: readonly Migration[]) {
    this.#storage = storage;
    this.#migrations = migrations;
  }

  /** Runs one statement. A write returns the rows written, index entries included: 0 when it changed nothing. */
  run<Result>({ text, values, read }: Statement<Result>): Result {
    const cursor = this.#storage.sql.exec(text, ...values);
    return read({
      get rows() {
        return cursor.toArray();
      },
      get changes() {
        return cursor.rowsWritten;
      },
    });
  }

  /** Runs several statements as one transaction, which an error undoes. */
  transaction<Result>(work: () => Result): Result {
    return this.#storage.transactionSync(work);
  }

  /** Applies the migrations that the storage has not had. */
  migrate(): void {
    this.transaction(() => {
      this.#storage.sql.exec(createHistory);
      const recorded = this.run(selectRecorded());
      this.#requireKnown(recorded);
      for (const [index, { name, sql }] of this.#migrations.entries()) {
        if (index < recorded.length) continue;
        this.#storage.sql.exec(sql);
        this.run(recordMigration({ position: index + 1, name }));
      }
    });
  }

  /** Deletes all that is stored, the alarm too. The tables are made again, so the object goes on, empty. */
  async clear(): Promise<void> {
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
    this.migrate();
  }

  #requireKnown(recorded: readonly { position: number; name: string }[]): void {
    for (const [index, { position, name }] of recorded.entries()) {
      if (position === index + 1 && this.#migrations[index]?.name === name) continue;
      throw new Error(`unknown migration ${name} at position ${String(position)} of the storage`);
    }
  }
}

const selectRecorded = prepareAll(() =>
  query
    .select({ position: objectMigrations.position, name: objectMigrations.name })
    .from(objectMigrations)
    .orderBy(asc(objectMigrations.position)),
);

const recordMigration = prepareWrite((p: Params<{ position: number; name: string }>) =>
  query.insert(objectMigrations).values({ position: p.position, name: p.name }),
);
