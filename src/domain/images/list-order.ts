import type { Visibility } from '../../db/schema/images.ts';
import type { SqlValue } from '../../db/database.ts';
import type { ListedImage } from './listed-image.ts';

/** What a list can be sorted by: the column, which has an index by user and visibility, and the field of its row. */
const SORTS = {
  created_at: { column: 'created_at', field: 'createdAt' },
  view_count: { column: 'view_count', field: 'viewCount' },
  file_size: { column: 'file_size', field: 'fileSize' },
  title: { column: 'title_key', field: 'titleKey' },
} as const satisfies Record<string, { column: string; field: keyof ListedImage }>;

type SortName = keyof typeof SORTS;

/** A sort by its name; with a minus, the other way round. */
export type ListSort = SortName | `-${SortName}`;

export const LIST_SORTS = (Object.keys(SORTS) as SortName[]).flatMap((name): ListSort[] => [
  name,
  `-${name}`,
]);

/** A place in a sorted list: the image that stands there, by its sort value and id. */
export interface ListPosition {
  readonly value: string | number;
  readonly id: number;
}

export interface ListOrder {
  readonly column: (typeof SORTS)[SortName]['column'];
  readonly direction: 'ASC' | 'DESC';
  /** How what comes later in the order compares. */
  readonly after: '>' | '<';
  readonly positionOf: (image: ListedImage) => ListPosition;
}

export const orderOf = (sort: ListSort): ListOrder => {
  const descending = sort.startsWith('-');
  const { column, field } = SORTS[(descending ? sort.slice(1) : sort) as SortName];
  return {
    column,
    direction: descending ? 'DESC' : 'ASC',
    after: descending ? '<' : '>',
    positionOf: (image) => ({ value: image[field], id: image.id }),
  };
};

/** A piece of SQL with the values of its placeholders. */
export interface Fragment {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export interface OrderedRange {
  readonly order: ListOrder;
  /** The owner's id; no rows when it is NULL. */
  readonly owner: Fragment;
  readonly visibility: Visibility | null;
  readonly after: ListPosition | null;
}

/**
 * A query of one user's images in order, from a position on, that reads as many rows as are taken from it: each
 * visibility is a range of the sort's index, cut at the position into the images of the same value and the others
 * (SQLite seeks a row value by its first column alone), and the ranges are merged.
 * @param columns SQL of the result; must give `sort_value` and `id`.
 */
export const orderedImages = (
  columns: string,
  { order, owner, visibility, after }: OrderedRange,
): Fragment => {
  const { column, direction } = order;
  const visibilities: Visibility[] = visibility === null ? ['public', 'private'] : [visibility];
  const cuts: Fragment[] =
    after === null
      ? [{ text: '', values: [] }]
      : [
          {
            text: `AND images.${column} = ? AND images.id ${order.after} ?`,
            values: [after.value, after.id],
          },
          { text: `AND images.${column} ${order.after} ?`, values: [after.value] },
        ];
  const ranges = visibilities.flatMap((wanted) =>
    cuts.map((cut) => ({
      text: `SELECT ${columns}, images.${column} AS sort_value FROM images
             WHERE images.user_id = ${owner.text} AND images.visibility = '${wanted}' ${cut.text}`,
      values: [...owner.values, ...cut.values],
    })),
  );
  return {
    text: `${ranges.map(({ text }) => text).join(' UNION ALL ')}
           ORDER BY sort_value ${direction}, id ${direction}`,
    values: ranges.flatMap(({ values }) => values),
  };
};
