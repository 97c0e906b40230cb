import { SEARCH_MAX_CODE_POINTS } from '../../../../shared/entry-rules.ts';
import { PAGES } from '../../../../shared/pages.ts';
import type { Image, ImageQuery, TimelineQuery } from '../../../api/types.ts';

export const SORTS = {
  newest: '-created_at',
  oldest: 'created_at',
  taken: '-taken_at',
  'taken-ascending': 'taken_at',
  views: '-view_count',
  largest: '-file_size',
  smallest: 'file_size',
  title: 'title',
  'title-descending': '-title',
} as const satisfies Record<string, ImageQuery['sort']>;

type DateSort = NonNullable<TimelineQuery['by']>;

/** By these, a list has months. */
const DATE_SORTS: Readonly<Record<DateSort, (image: Image) => string>> = {
  created_at: (image) => image.created_at,
  // As the service does.
  taken_at: (image) => image.taken_at ?? image.created_at,
};

/** The limit of a page. */
export const PAGE_IMAGES = 100;

export type SortName = keyof typeof SORTS;

export type VisibilityFilter = 'all' | 'public' | 'private';

export interface GalleryQuery {
  readonly sort: SortName;
  readonly visibility: VisibilityFilter;
  readonly search: string;
}

export const WHOLE_LIBRARY: GalleryQuery = { sort: 'newest', visibility: 'all', search: '' };

export function readQuery(parameters: Readonly<Record<string, string>>): GalleryQuery {
  const { sort = '', visibility, search = '' } = parameters;
  return {
    sort: Object.hasOwn(SORTS, sort) ? (sort as SortName) : WHOLE_LIBRARY.sort,
    visibility: visibility === 'public' || visibility === 'private' ? visibility : 'all',
    search: Array.from(search).slice(0, SEARCH_MAX_CODE_POINTS).join(''),
  };
}

export function readSearch(search: string): GalleryQuery {
  return readQuery(Object.fromEntries(new URLSearchParams(search)));
}

export function toAddress(query: GalleryQuery): string {
  const parameters = new URLSearchParams();
  for (const name of ['sort', 'visibility', 'search'] as const) {
    if (query[name] !== WHOLE_LIBRARY[name]) parameters.set(name, query[name]);
  }
  return parameters.size === 0 ? PAGES.gallery : `${PAGES.gallery}?${parameters.toString()}`;
}

export function isSameQuery(one: GalleryQuery, other: GalleryQuery): boolean {
  return toAddress(one) === toAddress(other);
}

export function isFiltered({ visibility, search }: GalleryQuery): boolean {
  return visibility !== 'all' || search.trim() !== '';
}

export function toImageQuery({ sort, visibility, search }: GalleryQuery): ImageQuery {
  return {
    sort: SORTS[sort],
    visibility: visibility === 'all' ? '' : visibility,
    search: search.trim(),
  };
}

/** The date that a list is sorted by; null in other orders. */
export function dateSortOf({ sort }: GalleryQuery): DateSort | null {
  const field = SORTS[sort].replace('-', '');
  return Object.hasOwn(DATE_SORTS, field) ? (field as DateSort) : null;
}

export function isOldestFirst({ sort }: GalleryQuery): boolean {
  return !SORTS[sort].startsWith('-');
}

/** `YYYY-MM`, UTC, as the service counts; '' in an order without dates. */
export function monthIn(query: GalleryQuery): (image: Image) => string {
  const by = dateSortOf(query);
  return by === null ? () => '' : (image) => DATE_SORTS[by](image).slice(0, 'YYYY-MM'.length);
}

export function toTimelineQuery(query: GalleryQuery): TimelineQuery {
  const { visibility } = query;
  return {
    by: dateSortOf(query) ?? 'created_at',
    visibility: visibility === 'all' ? '' : visibility,
  };
}

export function toFirstImagesPath(asked: GalleryQuery): string {
  const query = { ...toImageQuery(asked), cursor: '', limit: String(PAGE_IMAGES) };
  return `/api/v1/images/?${new URLSearchParams(query).toString()}`;
}
