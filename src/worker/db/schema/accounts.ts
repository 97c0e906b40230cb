import { eq, inArray, isNotNull } from 'drizzle-orm';
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

// D1's tables: times are milliseconds since the Unix epoch, sizes are bytes. All tables are STRICT, and those without
// an integer primary key are WITHOUT ROWID; Drizzle can express neither, nor triggers.

export const ROLES = ['user', 'admin'] as const;
export const USER_STATUSES = ['active', 'suspended', 'pending_deletion', 'deleting'] as const;
export const SESSION_KINDS = ['web', 'device'] as const;
export const DEVICE_PLATFORMS = ['android', 'windows'] as const;

export type Role = (typeof ROLES)[number];
export type UserStatus = (typeof USER_STATUSES)[number];
export type SessionKind = (typeof SESSION_KINDS)[number];
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number];

/**
 * Only an `indexed` library is searched by the substring index and sorted by the index of views; the others are walked, and
 * sorted whole by their views. A `changing` one becomes large or small.
 */
export const LIBRARY_STAGES = { small: 0, changing: 1, indexed: 2 } as const;

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
    /** Incremented with each change of role, status, password or deletion state. */
    authVersion: integer('auth_version').notNull().default(1),
    storageUsed: integer('storage_used').notNull().default(0),
    storageReserved: integer('storage_reserved').notNull().default(0),
    storageQuota: integer('storage_quota').notNull(),
    imageCount: integer('image_count').notNull().default(0),
    deletionDueAt: integer('deletion_due_at'),
    /** Hosts whose pages may embed the images, separated by spaces; null for all. */
    allowedSites: text('allowed_sites'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Share pages name the owner. */
    shareName: integer('share_name', { mode: 'boolean' }).notNull().default(false),
    /** Share pages may stand in search engines. */
    shareIndexed: integer('share_indexed', { mode: 'boolean' }).notNull().default(false),
    /** Null for the deployment's `IMAGES_PER_USER`. */
    imageLimit: integer('image_limit'),
    /** Everybody who may see an image gets renditions wider than `publish`, made from `master`. */
    shareFullSize: integer('share_full_size', { mode: 'boolean' }).notNull().default(false),
    /** Of `LIBRARY_STAGES`. A trigger refuses `indexed` while an image is not marked as large. */
    libraryStage: integer('library_stage').notNull().default(0),
    /** Images in the trash, which `imageCount` leaves out. */
    trashedCount: integer('trashed_count').notNull().default(0),
    /** Share pages show date, camera and exposure. */
    shareCamera: integer('share_camera', { mode: 'boolean' }).notNull().default(false),
    /** The place of a photograph is kept, for its owner alone. */
    keepLocation: integer('keep_location', { mode: 'boolean' }).notNull().default(false),
    /** The first visit of their last day (UTC); null before the first. */
    lastSeenAt: integer('last_seen_at'),
    /** A trigger subtracts deleted ones. */
    albumCount: integer('album_count').notNull().default(0),
  },
  (table) => [
    checkEnum(table.role),
    checkEnum(table.status),
    checkNotNegative(table.storageUsed),
    checkNotNegative(table.storageReserved),
    checkNotNegative(table.storageQuota),
    checkNotNegative(table.imageCount),
    checkNotNegative(table.imageLimit),
    checkColumn(table.shareName, inArray(table.shareName, [false, true])),
    checkColumn(table.shareCamera, inArray(table.shareCamera, [false, true])),
    checkColumn(table.keepLocation, inArray(table.keepLocation, [false, true])),
    checkColumn(table.shareIndexed, inArray(table.shareIndexed, [false, true])),
    checkColumn(table.shareFullSize, inArray(table.shareFullSize, [false, true])),
    checkColumn(table.libraryStage, inArray(table.libraryStage, Object.values(LIBRARY_STAGES))),
    checkNotNegative(table.trashedCount),
    checkNotNegative(table.albumCount),
    index('users_to_rank')
      .on(table.id)
      .where(inlineValues(eq(table.libraryStage, LIBRARY_STAGES.changing))),
    index('users_by_deletion').on(table.deletionDueAt).where(isNotNull(table.deletionDueAt)),
    index('users_administrators')
      .on(table.id)
      .where(inlineValues(eq(table.role, 'admin'))),
  ],
);

/** Devices that may open sessions. A row keeps only the SHA-256 of the identity token. */
export const deviceIdentities = sqliteTable(
  'device_identities',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    /** The device's own id: a repeated sign-in replaces its row. */
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

/** SHA-256 of the nonces that have opened sessions. */
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
 * Users per range of ids, kept by triggers, so that a page reads no earlier users. A node counts the ids that share its
 * leading bits: without the last 5 bits at level 1, and without 3 more at each further level.
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

/** Live sessions, for counts and lists. The sessions themselves are in their users' Durable Objects. */
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

/** Bytes that an account locked for deletion may still download. The row lasts as long as the lock. */
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

/** One row, changed only in the batches that change the counted rows; triggers keep `sessions` and `publishedImages`. */
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
    publishedImages: integer('published_images').notNull().default(0),
    trashedImages: integer('trashed_images').notNull().default(0),
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
    checkNotNegative(table.publishedImages),
    checkNotNegative(table.trashedImages),
  ],
);

/** The site's totals at the first sweep of each day (UTC). */
export const dailyTotals = sqliteTable('daily_totals', {
  day: text('day').primaryKey(),
  users: integer('users').notNull(),
  images: integer('images').notNull(),
  storageUsed: integer('storage_used').notNull(),
  views: integer('views').notNull(),
  recordedAt: integer('recorded_at').notNull(),
});

export type UserRow = typeof users.$inferSelect;
