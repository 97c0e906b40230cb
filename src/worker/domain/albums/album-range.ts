/**
 * The images of an album, a page at a time.
 *
 * - Each order has an index; a page reads its own rows alone. As in lists of the library, a position splits the rest into
 *   the images of the same value and those behind.
 * - The first page asks for all orders in one batch: the album's own has the rows. A cursor names its order.
 */

import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { limitTo, selectFields } from '../../db/query.ts';
import { albumImages, albums, STORED_ORDERS, type StoredOrder } from '../../db/schema/albums.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, type Params, type ParamValues, type Statement } from '../../db/statement.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { openCursor, sealCursor, type CursorScope } from '../images/list-cursor.ts';
import { inOrder, isBehind, type ListPosition } from '../images/list-order.ts';
import type { Services } from '../services.ts';
import { BY_ORDER } from './album-order.ts';

export interface AlbumStart {
  readonly order: StoredOrder;
  readonly after: ListPosition;
}

type PageValues = { value: number; id: number; rows: number; skipped: number };

export interface Ordered {
  readonly id: number;
  readonly orderValue: number;
}

/**
 * `isAlbum` is a condition on `albums` that one album fulfils at most. `fields` are of images; without any, no image is
 * read. The statements read the rows that are `skipped`, too.
 */
export function prepareAlbumPages<Values extends ParamValues, Row>(
  fields: Readonly<Record<string, SQLWrapper>>,
  isAlbum: (p: Params<Values>) => SQL | undefined,
): (
  values: Values,
  start: AlbumStart | null,
  rows: number,
  skipped?: number,
) => Statement<(Row & Ordered)[]>[] {
  const prepareOrder = (order: StoredOrder, isFirst: boolean) =>
    prepareAll((p: Params<Values & PageValues>) => {
      const albumId = sql`(SELECT ${albums.id} FROM ${albums} WHERE ${and(isAlbum(p), eq(albums.imageOrder, order))})`;
      return sql<
        Row & Ordered
      >`${selectRanges(fields, { order, isFirst, albumId, p })} LIMIT ${limitTo(p.rows)} OFFSET ${limitTo(p.skipped)}`;
    }) as (values: Values & PageValues) => Statement<(Row & Ordered)[]>;
  const prepared = STORED_ORDERS.map((order) => ({
    order,
    first: prepareOrder(order, true),
    next: prepareOrder(order, false),
  }));
  return (values, start, rows, skipped = 0) => {
    const all = { ...values, rows, skipped };
    return start === null
      ? prepared.map(({ first }) => first({ ...all, value: 0, id: 0 }))
      : prepared
          .filter(({ order }) => order === start.order)
          .map(({ next }) => next({ ...all, ...start.after, value: Number(start.after.value) }));
  };
}

interface Shape {
  readonly order: StoredOrder;
  readonly isFirst: boolean;
  readonly albumId: SQL;
  readonly p: Params<PageValues>;
}

function selectRanges(
  fields: Readonly<Record<string, SQLWrapper>>,
  { order, isFirst, albumId, p }: Shape,
): SQL {
  const { column, isDescending } = BY_ORDER[order];
  const direction = { isDescending };
  const cuts = isFirst
    ? [undefined]
    : [
        and(eq(column, p.value), isBehind(direction, albumImages.imageId, p.id)),
        isBehind(direction, column, p.value),
      ];
  const named = selectFields({ ...fields, id: albumImages.imageId, orderValue: column });
  const joined = sql`CROSS JOIN ${images} ON ${eq(images.id, albumImages.imageId)}`;
  const source = Object.keys(fields).length === 0 ? sql`` : joined;
  const ranges = cuts.map((cut) => {
    const where = and(eq(albumImages.albumId, albumId), cut);
    return sql`SELECT ${named} FROM ${albumImages} ${source} WHERE ${where}`;
  });
  const sorted = inOrder(direction, sql.identifier('orderValue'), sql.identifier('id'));
  return sql`${sql.join(ranges, sql` UNION ALL `)} ORDER BY ${sorted}`;
}

const CURSOR_PATTERN = /^(?<order>[a-z_]{1,20})~(?<sealed>.+)$/u;

export const READ_START_ERRORS = [
  // A cursor of another list, or of an order that the album no longer has.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Null for the beginning. @throws {DomainError} invalid_parameter */
export async function readStart(
  keys: Services['keys'],
  scope: CursorScope,
  cursor: string,
): Promise<AlbumStart | null> {
  if (cursor === '') return null;
  const { order: name = '', sealed = '' } = CURSOR_PATTERN.exec(cursor)?.groups ?? {};
  const order = STORED_ORDERS.find((one) => one === name);
  const opened = await openCursor(keys, [...scope, name], sealed);
  if (order === undefined || !opened.ok) throw refuseCursor();
  return { order, after: opened.value };
}

/** The order of the album has changed since the page before. @throws {DomainError} invalid_parameter */
export function requireSameOrder(start: AlbumStart | null, order: StoredOrder): void {
  if (start !== null && start.order !== order) throw refuseCursor();
}

function refuseCursor(): DomainError {
  return new DomainError('invalid_parameter', { message: 'cursor: does not belong to this list' });
}

/** From rows that were read with `limit + 1`. */
export async function cutPage<Row extends Ordered>(
  keys: Services['keys'],
  scope: CursorScope,
  order: StoredOrder,
  { rows, limit }: { readonly rows: readonly Row[]; readonly limit: number },
): Promise<{ readonly page: readonly Row[]; readonly nextCursor: string }> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  if (last === undefined) return { page, nextCursor: '' };
  const position = { value: last.orderValue, id: last.id };
  return { page, nextCursor: `${order}~${await sealCursor(keys, [...scope, order], position)}` };
}
