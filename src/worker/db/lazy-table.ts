import { sqliteTable as makeTable, type SQLiteTable } from 'drizzle-orm/sqlite-core/table';

/**
 * Stands for Drizzle's `sqliteTable` in the Worker: makes the table when something of it is first asked for. Each
 * isolate evaluates the schema as it starts, and uses few of its tables.
 */
export const sqliteTable = ((...declaration: Parameters<typeof makeTable>) => {
  let made: SQLiteTable | undefined;
  const table = (): SQLiteTable => (made ??= makeTable(...declaration));
  return new Proxy(
    {},
    {
      get: (_, name) => Reflect.get(table(), name) as unknown,
      has: (_, name) => Reflect.has(table(), name),
      ownKeys: () => Reflect.ownKeys(table()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(table(), name),
      getPrototypeOf: () => Reflect.getPrototypeOf(table()),
    },
  );
}) as typeof makeTable;
