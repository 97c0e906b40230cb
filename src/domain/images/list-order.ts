import { asc, desc, gt, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { ListedImage } from './listed-image.ts';

/** What a list can be sorted by: a field of its images, which has an index by user and visibility. */
const SORT_FIELDS = {
  created_at: 'createdAt',
  // A sweep keeps them up with the views (rank-images.ts).
  view_count: 'rankedViews',
  file_size: 'fileSize',
  title: 'titleKey',
} as const satisfies Record<string, keyof ListedImage>;

type SortName = keyof typeof SORT_FIELDS;

/** A sort by its name; with a minus sign, in reverse. */
export type ListSort = SortName | `-${SortName}`;

export const LIST_SORTS = (Object.keys(SORT_FIELDS) as SortName[]).flatMap((name): ListSort[] => [
  name,
  `-${name}`,
]);

export interface ListOrder {
  readonly field: (typeof SORT_FIELDS)[SortName];
  readonly isDescending: boolean;
}

/** A place in a sorted list: the image that stands there, by its sort value and id. */
export interface ListPosition {
  readonly value: string | number;
  readonly id: number;
}

/** The order that a sort names. */
export function orderOf(sort: ListSort): ListOrder {
  const isDescending = sort.startsWith('-');
  return { field: SORT_FIELDS[(isDescending ? sort.slice(1) : sort) as SortName], isDescending };
}

/** Where an image stands in a list. */
export function positionOf({ field }: ListOrder, image: ListedImage): ListPosition {
  return { value: image[field], id: image.id };
}

/** The terms of an ORDER BY; images of the same sort value follow by their ids. */
export function inOrder({ isDescending }: ListOrder, value: SQLWrapper, id: SQLWrapper): SQL {
  const direct = isDescending ? desc : asc;
  return sql`${direct(value)}, ${direct(id)}`;
}

/** Whether one expression, or row value, comes behind another. */
export function isBehind({ isDescending }: ListOrder, left: SQLWrapper, right: SQLWrapper): SQL {
  return isDescending ? lt(left, right) : gt(left, right);
}
