// Replaces the package `drizzle-orm/sqlite-core` in the Worker, like drizzle.ts.
export { alias } from 'drizzle-orm/sqlite-core/alias';
export { check } from 'drizzle-orm/sqlite-core/checks';
export { SQLiteColumn } from 'drizzle-orm/sqlite-core/columns/common';
export { integer } from 'drizzle-orm/sqlite-core/columns/integer';
export { text } from 'drizzle-orm/sqlite-core/columns/text';
export { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core/dialect';
export { index, uniqueIndex } from 'drizzle-orm/sqlite-core/indexes';
export { primaryKey } from 'drizzle-orm/sqlite-core/primary-keys';
export { SQLiteDeleteBase } from 'drizzle-orm/sqlite-core/query-builders/delete';
export { SQLiteInsertBuilder } from 'drizzle-orm/sqlite-core/query-builders/insert';
export { SQLiteSelectBuilder } from 'drizzle-orm/sqlite-core/query-builders/select';
export { SQLiteUpdateBuilder } from 'drizzle-orm/sqlite-core/query-builders/update';
export { unique } from 'drizzle-orm/sqlite-core/unique-constraint';
export { sqliteTable } from './lazy-table.ts';
