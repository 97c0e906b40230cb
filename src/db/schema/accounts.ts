import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const USER_STATUSES = ['active', 'suspended', 'pending_deletion', 'deleting'] as const;
export const NOTIFICATION_TYPES = ['account', 'security', 'image', 'system'] as const;

export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  username: text('username').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  role: text('role', { enum: ['user', 'admin'] }).notNull(),
  status: text('status', { enum: USER_STATUSES }).notNull(),
  avatarUrl: text('avatar_url'),
  authVersion: integer('auth_version').notNull(),
  storageUsed: integer('storage_used').notNull(),
  storageReserved: integer('storage_reserved').notNull(),
  storageQuota: integer('storage_quota').notNull(),
  imageCount: integer('image_count').notNull(),
  deletionDueAt: integer('deletion_due_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const userSessions = sqliteTable('user_sessions', {
  sessionId: text('session_id').primaryKey(),
  userId: integer('user_id').notNull(),
  kind: text('kind', { enum: ['web', 'device'] }).notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const notifications = sqliteTable('notifications', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  metadata: text('metadata').notNull(),
  isRead: integer('is_read', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
});

export const settings = sqliteTable('settings', {
  configKey: text('config_key').primaryKey(),
  configValue: text('config_value').notNull(),
  updatedBy: integer('updated_by'),
  updatedAt: integer('updated_at').notNull(),
});

export const auditLog = sqliteTable('audit_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  actorId: integer('actor_id'),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  detail: text('detail').notNull().default('{}'),
  createdAt: integer('created_at').notNull(),
});

export const downloadAllowances = sqliteTable('download_allowances', {
  userId: integer('user_id').primaryKey(),
  imageBytesLeft: integer('image_bytes_left').notNull(),
  archiveVolumesLeft: integer('archive_volumes_left').notNull(),
});

export const siteTotals = sqliteTable('site_totals', {
  id: integer('id').primaryKey(),
  users: integer('users').notNull(),
  activeUsers: integer('active_users').notNull(),
  images: integer('images').notNull(),
  views: integer('views').notNull(),
  storageUsed: integer('storage_used').notNull(),
  storageReserved: integer('storage_reserved').notNull(),
});

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export type UserRow = typeof users.$inferSelect;
