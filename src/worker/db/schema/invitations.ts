import { isNotNull } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES, users } from './accounts.ts';
import { checkEnum, checkNotNegative, checkPositive, checkSha256 } from './conditions.ts';

/** A row keeps only the SHA-256 of its token. Role, quota, number of uses and end never change. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    tokenHash: text('token_hash').notNull().unique(),
    label: text('label').notNull().default(''),
    role: text('role', { enum: ROLES }).notNull().default('user'),
    /** Null for the quota of any new account. */
    storageQuota: integer('storage_quota'),
    /** Null for any number. */
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    /** Null for the operator's shell and for deleted users. */
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer('created_at').notNull(),
    /** Null for no end. */
    expiresAt: integer('expires_at'),
    withdrawnAt: integer('withdrawn_at'),
  },
  (table) => [
    checkSha256(table.tokenHash),
    checkEnum(table.role),
    checkNotNegative(table.storageQuota),
    checkPositive(table.maxUses),
    checkNotNegative(table.uses),
    index('invitations_by_maker').on(table.createdBy).where(isNotNull(table.createdBy)),
  ],
);

/**
 * The latest link of each account by which a new password can be set; a row keeps only the SHA-256 of its token. Every
 * change of password, role or status deletes it.
 */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [checkSha256(table.tokenHash)],
);
