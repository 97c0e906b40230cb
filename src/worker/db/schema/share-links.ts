import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { checkPositive, checkSha256 } from './conditions.ts';
import { images } from './images.ts';

/**
 * Links of an image beside its token. The hash finds a link; the ciphertext shows it to the owner. A revoked link keeps
 * its hash. The views taken of a limited link are in its Durable Object.
 */
export const shareLinks = sqliteTable(
  'share_links',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    imageId: integer('image_id')
      .notNull()
      .references(() => images.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    ciphertext: text('ciphertext').notNull(),
    keyId: text('key_id').notNull(),
    label: text('label').notNull().default(''),
    /** Null for a link without an end. */
    expiresAt: integer('expires_at'),
    /** Null for a link without a limit; never changes. */
    maxViews: integer('max_views'),
    passwordHash: text('password_hash'),
    createdAt: integer('created_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    checkSha256(table.tokenHash),
    checkPositive(table.maxViews),
    index('share_links_by_image').on(table.imageId),
  ],
);
