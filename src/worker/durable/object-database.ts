import { asc } from 'drizzle-orm';
import type { Migration } from '../db/history.ts';
import { query } from '../db/query.ts';
import { objectMigrations } from '../db/schema/objects/migrations.ts';
import { prepareAll, prepareWrite, type Params, type Statement } from '../db/statement.ts';
import findTables from './find-object-tables.sql';
import createHistory from './object-migrations.sql';

/** Call it in the object's constructor: migrations run before the first call. */
export function openObjectDatabase(
  ctx: DurableObjectState,
  migrations: readonly Migration[],
): ObjectDatabase {
  const database = new ObjectDatabase(ctx.storage, migrations);
  // A failed migration fails each call of the object; it needs no handler here.
  ctx.blockConcurrencyWhile(async () => database.migrate()).catch(() => undefined);
  return database;
}

/** Without a table: opening the database would create them. The first objects have no record of migrations. */
export function isUnused(storage: DurableObjectStorage): boolean {
  return storage.sql.exec(findTables).toArray().length === 0;
}

/** The object is as one that was never called. No call runs meanwhile. */
export async function deleteStorage(ctx: DurableObjectState): Promise<void> {
  await ctx.blockConcurrencyWhile(async () => {
    await ctx.storage.deleteAlarm();
    await ctx.storage.deleteAll();
  });
}

/**
 * - Each migration runs once, in order, in one transaction with the row that records it.
 * - Each call fails when the recorded list is not a prefix of this build's, since a newer build wrote the storage.
 * - Statements are those of src/worker/db/statement.ts, but results are synchronous.
 */
export class ObjectDatabase {
  readonly #storage: DurableObjectStorage;
  readonly #migrations: readonly Migration[];

  constructor(storage: DurableObjectStorage, migrations: readonly Migration[]) {
    this.#storage = storage;
    this.#migrations = migrations;
  }

  /** A write's result counts index entries too; it is 0 when nothing changes. */
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

  transaction<Result>(work: () => Result): Result {
    return this.#storage.transactionSync(work);
  }

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
