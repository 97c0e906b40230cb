import { asc, desc, gt, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { images } from '../../db/schema/images.ts';
import type { ListedImage } from './listed-image.ts';

/** What a list can be sorted by: a field of its images, which has an index by user and visibility. */
export type SortField = keyof Pick<
  ListedImage,
  | 'createdAt'
  // A sweep keeps them up with the views (rank-images.ts).
  | 'rankedViews'
  | 'fileSize'
  | 'titleKey'
>;

export interface ListOrder {
  readonly field: SortField;
  readonly isDescending: boolean;
}

/** A place in a sorted list: the image that stands there, by its sort value and id. */
export interface ListPosition {
  readonly value: string | number;
  readonly id: number;
}

/** An order as text, by its column; cursors are bound to it, those of takeouts for days. */
export function nameOrder({ field, isDescending }: ListOrder): string {
  return `${isDescending ? '-' : ''}${images[field].name}`;
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
