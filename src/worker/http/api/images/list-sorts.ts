import type { DateField, ListOrder, SortField } from '../../../domain/images/list-order.ts';

export const DATE_SORTS = {
  created_at: 'createdAt',
  taken_at: 'datedAt',
} as const satisfies Record<string, DateField>;

const SORT_FIELDS = {
  ...DATE_SORTS,
  view_count: 'viewCount',
  file_size: 'fileSize',
  title: 'titleKey',
} as const satisfies Record<string, SortField>;

type SortName = keyof typeof SORT_FIELDS;

/** A minus sign reverses the sort. */
export type ListSort = SortName | `-${SortName}`;

export const LIST_SORTS = (Object.keys(SORT_FIELDS) as SortName[]).flatMap((name): ListSort[] => [
  name,
  `-${name}`,
]);

export function orderOf(sort: ListSort): ListOrder {
  const isDescending = sort.startsWith('-');
  return { field: SORT_FIELDS[(isDescending ? sort.slice(1) : sort) as SortName], isDescending };
}
