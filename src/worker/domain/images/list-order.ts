import { asc, desc, gt, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { images } from '../../db/schema/images.ts';
import type { ListedImage } from './listed-image.ts';

/** Each has an index by user and visibility. */
export type SortField = keyof Pick<
  ListedImage,
  | 'createdAt'
  | 'datedAt'
  // Of large libraries alone.
  | 'viewCount'
  | 'fileSize'
  | 'titleKey'
>;

/** What a timeline is made of. */
const DATE_FIELDS = ['createdAt', 'datedAt'] as const satisfies readonly SortField[];

export type DateField = (typeof DATE_FIELDS)[number];

export function isDateField(field: SortField): field is DateField {
  return DATE_FIELDS.some((one) => one === field);
}

export interface ListOrder {
  readonly field: SortField;
  readonly isDescending: boolean;
}

export interface ListPosition {
  readonly value: string | number;
  readonly id: number;
}

/** Never change these texts: cursors are bound to them, those of archives for days. */
export function nameOrder({ field, isDescending }: ListOrder): string {
  const name = field === 'viewCount' ? 'ranked_views' : images[field].name;
  return `${isDescending ? '-' : ''}${name}`;
}

export function positionOf({ field }: ListOrder, image: ListedImage): ListPosition {
  return { value: image[field], id: image.id };
}

type Direction = Pick<ListOrder, 'isDescending'>;

export function inOrder({ isDescending }: Direction, value: SQLWrapper, id: SQLWrapper): SQL {
  const direct = isDescending ? desc : asc;
  return sql`${direct(value)}, ${direct(id)}`;
}

export function isBehind({ isDescending }: Direction, left: SQLWrapper, right: SQLWrapper): SQL {
  return isDescending ? lt(left, right) : gt(left, right);
}
