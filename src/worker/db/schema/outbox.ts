import { eq } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { checkEnum, checkJson, inlineValues } from './conditions.ts';

export const OUTBOX_KINDS = ['purge', 'erase', 'account'] as const;

export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** Effects outside the database that a committed change requires. A row stays until its effect is done. */
export const outboxEvents = sqliteTable(
  'outbox_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: OUTBOX_KINDS }).notNull(),
    payload: text('payload').notNull(),
    attempts: integer('attempts').notNull().default(0),
    availableAt: integer('available_at').notNull(),
    leaseId: text('lease_id'),
    leaseExpiresAt: integer('lease_expires_at'),
    lastError: text('last_error'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    checkEnum(table.kind),
    checkJson(table.payload),
    index('outbox_events_due').on(table.kind, table.availableAt),
    // Finds purges that another one covers.
    index('outbox_purges')
      .on(table.payload)
      .where(inlineValues(eq(table.kind, 'purge'))),
  ],
);
