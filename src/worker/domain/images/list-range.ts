import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { limitTo, selectFields } from '../../db/query.ts';
import { images, VISIBILITIES, type Visibility } from '../../db/schema/images.ts';
import { prepareAll, type Params, type Statement } from '../../db/statement.ts';
import { LISTED_FIELDS, type ListedImage } from './listed-image.ts';
import { inOrder, isBehind, nameOrder, type ListOrder, type ListPosition } from './list-order.ts';

/** The part of a list that a page is cut from. */
export interface ListRange {
  readonly order: ListOrder;
  /** Null for both. */
  readonly visibility: Visibility | null;
  /** Null for the list's beginning. */
  readonly after: ListPosition | null;
}

/** What the text of a range's statement depends on. */
export interface ListShape {
  readonly order: ListOrder;
  readonly visibility: Visibility | null;
  readonly isFirst: boolean;
}

/** What a range's statement takes; one of a first page leaves the position aside. */
export type RangeValues = {
  readonly userId: number;
  /** Of the position. */
  readonly value: string | number | null;
  readonly id: number | null;
  readonly rows: number;
};

/** Selects the first `rows` images of a range of a user's list, in order. */
export function selectImages(
  userId: number,
  range: ListRange,
  rows: number,
): Statement<ListedImage[]> {
  return selectByShape(range)(toValues(userId, range, rows));
}

const selectByShape = prepareByShape((shape) =>
  prepareAll(
    (slots: Params<RangeValues>) =>
      sql<ListedImage>`${orderedImages(LISTED_FIELDS, shape, slots.userId, slots)} LIMIT ${limitTo(slots.rows)}`,
  ),
);

/** Prepares a statement once for each shape of a range. */
export function prepareByShape<Prepared>(
  prepare: (shape: ListShape) => Prepared,
): (range: ListRange) => Prepared {
  const known = new Map<string, Prepared>();
  return ({ order, visibility, after }) => {
    const isFirst = after === null;
    const key = `${nameOrder(order)} ${String(visibility)} ${String(isFirst)}`;
    const prepared = known.get(key) ?? prepare({ order, visibility, isFirst });
    known.set(key, prepared);
    return prepared;
  };
}

export function toValues(userId: number, { after }: ListRange, rows: number): RangeValues {
  return { userId, value: after?.value ?? null, id: after?.id ?? null, rows };
}

/**
 * A query of one user's images in order, from a position on, that reads as many rows as are taken from it: each
 * visibility is a range of the sort's index, cut at the position into the images of the same value and the others
 * (SQLite seeks a row value by its first column alone), and the ranges are merged.
 * @param fields What it returns; `id` and the field of the order must be among it.
 * @param owner The user's id; there are no rows when it is NULL.
 */
export function orderedImages(
  fields: Readonly<Record<string, SQLiteColumn>>,
  { order, visibility, isFirst }: ListShape,
  owner: SQLWrapper,
  { value, id }: Pick<Params<RangeValues>, 'value' | 'id'>,
): SQL {
  const column = images[order.field];
  const cuts = isFirst
    ? [undefined]
    : [and(eq(column, value), isBehind(order, images.id, id)), isBehind(order, column, value)];
  const ranges = (visibility === null ? VISIBILITIES : [visibility]).flatMap((wanted) =>
    cuts.map((cut) => {
      const where = and(eq(images.userId, owner), eq(images.visibility, wanted), cut);
      return sql`SELECT ${selectFields(fields)} FROM ${images} WHERE ${where}`;
    }),
  );
  const sorted = inOrder(order, sql.identifier(order.field), sql.identifier('id'));
  return sql`${sql.join(ranges, sql` UNION ALL `)} ORDER BY ${sorted}`;
}
