import { eq, isNotNull } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import {
  checkColumn,
  checkEnum,
  checkNotNegative,
  checkSha256,
  inlineValues,
} from './conditions.ts';

// Of D1's tables: times are milliseconds since the Unix epoch, sizes are bytes. Drizzle cannot say that a table is
// STRICT, as all are, or WITHOUT ROWID, as all are whose primary key is not one integer; nor can it say triggers.

export const ROLES = ['user', 'admin'] as const;
export const USER_STATUSES = ['active', 'suspended', 'pending_deletion', 'deleting'] as const;
export const SESSION_KINDS = ['web', 'device'] as const;
export const DEVICE_PLATFORMS = ['android', 'windows'] as const;

export type Role = (typeof ROLES)[number];
export type UserStatus = (typeof USER_STATUSES)[number];
export type SessionKind = (typeof SESSION_KINDS)[number];
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number];

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    username: text('username').notNull().unique(),
    email: text('email').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ROLES }).notNull().default('user'),
    status: text('status', { enum: USER_STATUSES }).notNull().default('active'),
    avatarUrl: text('avatar_url'),
    /** Rises with every change of role, status, password or deletion state. */
    authVersion: integer('auth_version').notNull().default(1),
    storageUsed: integer('storage_used').notNull().default(0),
    storageReserved: integer('storage_reserved').notNull().default(0),
    storageQuota: integer('storage_quota').notNull(),
    imageCount: integer('image_count').notNull().default(0),
    deletionDueAt: integer('deletion_due_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    checkEnum(table.role),
    checkEnum(table.status),
    checkNotNegative(table.storageUsed),
    checkNotNegative(table.storageReserved),
    checkNotNegative(table.storageQuota),
    checkNotNegative(table.imageCount),
    index('users_by_deletion').on(table.deletionDueAt).where(isNotNull(table.deletionDueAt)),
    index('users_administrators')
      .on(table.id)
      .where(inlineValues(eq(table.role, 'admin'))),
  ],
);

/** Devices that may open sessions by themselves. Of a device's identity token the row keeps the SHA-256 alone. */
export const deviceIdentities = sqliteTable(
  'device_identities',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    /** What the device calls itself: one that signs in again takes its own place. */
    deviceId: text('device_id').notNull(),
    name: text('name').notNull(),
    platform: text('platform', { enum: DEVICE_PLATFORMS }).notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    checkSha256(table.tokenHash),
    checkEnum(table.platform),
    uniqueIndex('device_identities_by_user').on(table.userId, table.deviceId),
    index('device_identities_by_expiry').on(table.expiresAt),
  ],
);

/** The nonces with which identities have opened sessions, by their SHA-256. */
export const deviceNonces = sqliteTable(
  'device_nonces',
  {
    identityId: integer('identity_id')
      .notNull()
      .references(() => deviceIdentities.id, { onDelete: 'cascade' }),
    nonceHash: text('nonce_hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identityId, table.nonceHash] }),
    checkSha256(table.nonceHash),
    index('device_nonces_by_expiry').on(table.expiresAt),
  ],
);

/**
 * How many users there are in ranges of ids, kept by the triggers of `users` alone: a node counts the ids that have its
 * number before their last bits, 5 bits at level 1 and 3 more at each other. Pages are found by it without reading the
 * users before them.
 */
export const userCounts = sqliteTable(
  'user_counts',
  {
    level: integer('level').notNull(),
    node: integer('node').notNull(),
    users: integer('users').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.node] }), checkNotNegative(table.users)],
);

/** The live sessions, for counts and lists. The sessions themselves live in their users' Durable Objects. */
export const userSessions = sqliteTable(
  'user_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: SESSION_KINDS }).notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The device whose session it is; null on the web. */
    identityId: integer('identity_id').references(() => deviceIdentities.id, {
      onDelete: 'cascade',
    }),
  },
  (table) => [
    checkEnum(table.kind),
    index('user_sessions_by_identity').on(table.identityId).where(isNotNull(table.identityId)),
    index('user_sessions_by_user').on(table.userId),
    index('user_sessions_by_expiry').on(table.expiresAt),
  ],
);

/**
 * What an account that is to be deleted may still download. The row exists while the lock lasts, and its value only
 * falls.
 */
export const downloadAllowances = sqliteTable(
  'download_allowances',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    imageBytesLeft: integer('image_bytes_left').notNull(),
    archiveVolumesLeft: integer('archive_volumes_left').notNull(),
  },
  (table) => [checkNotNegative(table.imageBytesLeft), checkNotNegative(table.archiveVolumesLeft)],
);

/**
 * The site's totals: one row, changed only in the batches that change what it counts; `sessions` by the triggers of
 * `user_sessions`.
 */
export const siteTotals = sqliteTable(
  'site_totals',
  {
    id: integer('id').primaryKey(),
    users: integer('users').notNull().default(0),
    activeUsers: integer('active_users').notNull().default(0),
    images: integer('images').notNull().default(0),
    views: integer('views').notNull().default(0),
    storageUsed: integer('storage_used').notNull().default(0),
    storageReserved: integer('storage_reserved').notNull().default(0),
    sessions: integer('sessions').notNull().default(0),
  },
  (table) => [
    checkColumn(table.id, eq(table.id, 1)),
    checkNotNegative(table.users),
    checkNotNegative(table.activeUsers),
    checkNotNegative(table.images),
    checkNotNegative(table.views),
    checkNotNegative(table.storageUsed),
    checkNotNegative(table.storageReserved),
    checkNotNegative(table.sessions),
  ],
);

/** The site's totals as each day (UTC) began, or when the first sweep of the day saw them. */
export const dailyTotals = sqliteTable('daily_totals', {
  /** As in 2026-11-21. */
  day: text('day').primaryKey(),
  users: integer('users').notNull(),
  images: integer('images').notNull(),
  storageUsed: integer('storage_used').notNull(),
  views: integer('views').notNull(),
  recordedAt: integer('recorded_at').notNull(),
});

export type UserRow = typeof users.$inferSelect;
