import { eq } from 'drizzle-orm';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES, SESSION_KINDS, USER_STATUSES } from '../accounts.ts';
import { VISIBILITIES } from '../images.ts';
import { checkColumn } from '../conditions.ts';

// Storage of a user's object (src/worker/durable/sessions).

/** What an API key allows, of the account's own images alone. */
export const API_KEY_SCOPES = ['upload', 'read', 'manage'] as const;

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** At most one row. */
export const accountCopies = sqliteTable(
  'account',
  {
    id: integer('id').primaryKey(),
    username: text('username').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    status: text('status', { enum: USER_STATUSES }).notNull(),
    authVersion: integer('auth_version').notNull(),
    /** The object's own: a visit of the last day (UTC) with one. */
    seenAt: integer('seen_at'),
  },
  (table) => [checkColumn(table.id, eq(table.id, 1))],
);

/** The account's change in progress: at most one row. */
export const accountFreezes = sqliteTable(
  'hold',
  {
    id: integer('id').primaryKey(),
    changeId: text('change_id').notNull(),
    authVersion: integer('auth_version').notNull(),
    dropSessions: integer('drop_sessions', { mode: 'boolean' }).notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [checkColumn(table.id, eq(table.id, 1))],
);

export const sessions = sqliteTable('sessions', {
  sessionId: text('session_id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  kind: text('kind', { enum: SESSION_KINDS }).notNull(),
  authVersion: integer('auth_version').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  forgetAt: integer('forget_at').notNull(),
  /** Of the browser that signed in, cut; null for a device. */
  userAgent: text('user_agent'),
  /** Up to an hour late. */
  lastUsedAt: integer('last_used_at'),
});

export const csrfRecords = sqliteTable(
  'csrf_records',
  {
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.sessionId, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    recordedAt: integer('recorded_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.tokenHash] })],
);

export const partSlots = sqliteTable('part_slots', {
  slotId: text('slot_id').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});

export const apiKeys = sqliteTable('api_keys', {
  keyId: text('key_id').primaryKey(),
  /** SHA-256. */
  tokenHash: text('token_hash').notNull().unique(),
  start: text('start').notNull(),
  label: text('label').notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<readonly ApiKeyScope[]>().notNull(),
  visibility: text('visibility', { enum: VISIBILITIES }),
  requestsPerMinute: integer('requests_per_minute'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  lastUsedAt: integer('last_used_at'),
});
