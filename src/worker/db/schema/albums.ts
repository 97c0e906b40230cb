import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { checkColumn, checkEnum, checkNotNegative } from './conditions.ts';
import { images } from './images.ts';

export const ALBUM_VISIBILITIES = ['private', 'link', 'public'] as const;

/** An order by hand runs as the order by date did when the owner first chose it. */
export const HAND_ORDERS = ['manual', 'manual_reversed'] as const;

export const STORED_ORDERS = ['newest', 'oldest', ...HAND_ORDERS] as const;

export type AlbumVisibility = (typeof ALBUM_VISIBILITIES)[number];
export type StoredOrder = (typeof STORED_ORDERS)[number];

/**
 * A trigger counts the images that leave, in whatever way, and clears the cover when it is among them. Another one counts
 * the user's albums that are deleted.
 */
export const albums = sqliteTable(
  'albums',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    visibility: text('visibility', { enum: ALBUM_VISIBILITIES }).notNull(),
    imageOrder: text('image_order', { enum: STORED_ORDERS }).notNull(),
    /** Null of a private album. */
    link: text('link').unique(),
    /** Of the link; null for none. */
    expiresAt: integer('expires_at'),
    /** Null for the first image. */
    coverImageId: integer('cover_image_id'),
    imageCount: integer('image_count').notNull().default(0),
    /** The `Idempotency-Key` of its creation, or a random one. */
    requestKey: text('request_key').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The order by hand that an order by date has replaced; null for none. */
    handOrder: text('hand_order', { enum: HAND_ORDERS }),
    /** The folded title; '' when it is the title in lower case. */
    searchTitle: text('search_title').notNull().default(''),
  },
  (table) => [
    checkEnum(table.visibility),
    checkEnum(table.imageOrder),
    checkEnum(table.handOrder),
    checkColumn(table.link, sql`(${table.link} IS NULL) = (${table.visibility} = 'private')`),
    checkNotNegative(table.imageCount),
    index('albums_by_user').on(table.userId),
    uniqueIndex('albums_by_request').on(table.userId, table.requestKey),
  ],
);

/** One index per order. SQLite appends the image's id. */
export const albumImages = sqliteTable(
  'album_images',
  {
    albumId: integer('album_id')
      .notNull()
      .references(() => albums.id, { onDelete: 'cascade' }),
    imageId: integer('image_id')
      .notNull()
      .references(() => images.id, { onDelete: 'cascade' }),
    /** In the order by hand: far apart, so that a move changes no other row. Several images may share one. */
    position: integer('position').notNull(),
    /** Copy of the image's date, which never changes. */
    datedAt: integer('dated_at').notNull(),
    addedAt: integer('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.albumId, table.imageId] }),
    index('album_images_by_position').on(table.albumId, table.position),
    index('album_images_by_date').on(table.albumId, table.datedAt),
    index('album_images_by_image').on(table.imageId),
  ],
);
