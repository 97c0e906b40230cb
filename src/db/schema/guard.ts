import { integer, sqliteView, text } from 'drizzle-orm/sqlite-core';

/** A view whose trigger refuses a row that is not `ok`, and with it the batch; the migrations make it. */
export const guardView = sqliteView('guard', {
  ok: integer('ok').notNull(),
  reason: text('reason').notNull(),
}).existing();
