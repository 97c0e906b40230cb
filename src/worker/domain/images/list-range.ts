import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { limitTo, selectFields } from '../../db/query.ts';
import { LIBRARY_STAGES, users } from '../../db/schema/accounts.ts';
import { images, VISIBILITIES, type Visibility } from '../../db/schema/images.ts';
import { prepareAll, type Params, type Statement } from '../../db/statement.ts';
import { LISTED_FIELDS, type ListedImage } from './listed-image.ts';
import { inOrder, isBehind, nameOrder, type ListOrder, type ListPosition } from './list-order.ts';

export interface ListRange {
  readonly order: ListOrder;
  readonly visibility: Visibility | null;
  readonly after: ListPosition | null;
}

/** Everything that changes the text of a range's statement. */
export interface ListShape {
  readonly order: ListOrder;
  readonly visibility: Visibility | null;
  readonly isFirst: boolean;
}

export type RangeValues = {
  readonly userId: number;
  readonly value: string | number | null;
  readonly id: number | null;
  readonly rows: number;
};

export function selectImages(
  userId: number,
  range: ListRange,
  rows: number,
): Statement<ListedImage[]> {
  return selectByShape(range)(toValues(userId, range, rows));
}

const selectByShape = prepareByShape((shape) =>
  prepareAll(
    (p: Params<RangeValues>) =>
      sql<ListedImage>`${orderedImages(LISTED_FIELDS, shape, p.userId, {
        value: p.value,
        id: p.id,
        rows: limitTo(p.rows),
      })}
        LIMIT ${limitTo(p.rows)}`,
  ),
);

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
 * A query that reads only as many rows as its reader takes. Each visibility is a range of the sort's index; the ranges
 * are merged. A position splits a range into the images of the same value and the rest, since SQLite seeks a row value
 * by its first column alone. A library that is not indexed has no index for its views, and is sorted whole.
 * @param fields must include `id` and the order's field.
 * @param owner the user's id; NULL selects nothing.
 */
export function orderedImages(
  fields: Readonly<Record<string, SQLWrapper>>,
  shape: ListShape,
  owner: SQLWrapper,
  page: PageParams,
): SQL {
  const { order } = shape;
  const isByViews = order.field === 'viewCount';
  const ranges = indexedRanges(fields, shape, isByViews ? ifIndexed(owner, true) : owner, page);
  if (isByViews) ranges.push(sortedByViews(fields, shape, ifIndexed(owner, false), page));
  const sorted = inOrder(order, sql.identifier(order.field), sql.identifier('id'));
  return sql`${sql.join(ranges, sql` UNION ALL `)} ORDER BY ${sorted}`;
}

type PageParams = Pick<Params<RangeValues>, 'value' | 'id'> & { readonly rows: SQLWrapper };

function indexedRanges(
  fields: Readonly<Record<string, SQLWrapper>>,
  { order, visibility, isFirst }: ListShape,
  owner: SQLWrapper,
  { value, id }: PageParams,
): SQL[] {
  const column = images[order.field];
  const cuts = isFirst
    ? [undefined]
    : [and(eq(column, value), isBehind(order, images.id, id)), isBehind(order, column, value)];
  return (visibility === null ? VISIBILITIES : [visibility]).flatMap((wanted) =>
    cuts.map((cut) => {
      const isMarked = order.field === 'viewCount' ? eq(images.isLarge, 1) : undefined;
      const where = and(eq(images.userId, owner), eq(images.visibility, wanted), isMarked, cut);
      return sql`SELECT ${selectFields(fields)} FROM ${images} WHERE ${where}`;
    }),
  );
}

function sortedByViews(
  fields: Readonly<Record<string, SQLWrapper>>,
  { order, visibility, isFirst }: ListShape,
  owner: SQLWrapper,
  { value, id, rows }: PageParams,
): SQL {
  const { viewCount } = images;
  const where = and(
    eq(images.userId, owner),
    visibility === null ? undefined : eq(images.visibility, visibility),
    isFirst
      ? undefined
      : isBehind(order, sql`(${viewCount}, ${images.id})`, sql`(${value}, ${id})`),
  );
  return sql`SELECT * FROM (SELECT ${selectFields(fields)} FROM ${images}
    WHERE ${where} ORDER BY ${inOrder(order, viewCount, images.id)} LIMIT ${rows})`;
}

/** The user, if the library is indexed, or is not. */
export function ifIndexed(owner: SQLWrapper, isIndexed: boolean): SQL {
  const stage = sql`${users.libraryStage} = ${LIBRARY_STAGES.indexed}`;
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${users.id} = ${owner} AND (${stage}) = ${isIndexed ? 1 : 0})`;
}
