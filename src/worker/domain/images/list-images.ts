import { foldText } from '../../lib/fold-text.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { openCursor, sealCursor, type CursorScope } from './list-cursor.ts';
import { nameOrder, positionOf, type ListPosition } from './list-order.ts';
import { selectImages, type ListRange } from './list-range.ts';
import type { ListedImage } from './listed-image.ts';
import { searchImages } from './search-query.ts';
import { startOfList } from './start-of-list.ts';

type ListServices = Pick<Services, 'db' | 'keys'>;
type Lister = Pick<Actor, 'userId'>;

export interface ListRequest extends Omit<ListRange, 'after'> {
  readonly cursor: string;
  /** A month or day where the list begins, for an order by date and without a cursor; '' for the whole list. */
  readonly from: string;
  readonly limit: number;
  /** A case-insensitive substring of title, filename or description; '' for all images. */
  readonly search: string;
}

export interface ImagePage {
  readonly images: readonly ListedImage[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

interface PageRows {
  readonly images: readonly ListedImage[];
  readonly next: ListPosition | null;
}

export const LIST_IMAGES_ERRORS = [
  // A cursor of another list, or a list that cannot begin at a date.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** A search reads a bounded number of images, so a page may be short or empty; only `hasMore` marks the end. */
export async function listImages(
  services: ListServices,
  actor: Lister,
  request: ListRequest,
): Promise<ImagePage> {
  const { keys } = services;
  const { limit, order, visibility, search } = request;
  const term = foldText(search);
  const scope: CursorScope = [actor.userId, nameOrder(order), visibility, term];
  const after = await findStart(services, scope, request);
  const range = { order, visibility, after };
  const { images, next } =
    term === ''
      ? await listPage(services, actor, range, limit)
      : await searchPage(services, actor, range, limit, term);
  const nextCursor = next === null ? '' : await sealCursor(keys, scope, next);
  return { images, nextCursor, hasMore: next !== null };
}

async function findStart(
  services: ListServices,
  scope: CursorScope,
  { cursor, from, order }: ListRequest,
): Promise<ListPosition | null> {
  if (from === '') return cursor === '' ? null : readPosition(services, scope, cursor);
  if (cursor !== '') {
    throw new DomainError('invalid_parameter', { message: 'from: not beside a cursor' });
  }
  const start = startOfList(order, from);
  if (start.ok) return start.value;
  throw new DomainError('invalid_parameter', { message: `from: ${FAULTS[start.error]}` });
}

const FAULTS = {
  no_such_date: 'must be a month (YYYY-MM) or a day (YYYY-MM-DD)',
  not_by_date: 'needs a sort by date',
} as const;

async function readPosition(
  { keys }: ListServices,
  scope: CursorScope,
  cursor: string,
): Promise<ListPosition> {
  const opened = await openCursor(keys, scope, cursor);
  if (opened.ok) return opened.value;
  throw new DomainError('invalid_parameter', { message: 'cursor: does not belong to this list' });
}

async function listPage(
  { db }: ListServices,
  { userId }: Lister,
  range: ListRange,
  limit: number,
): Promise<PageRows> {
  const rows = await db.run(selectImages(userId, range, limit + 1));
  return cutPage(rows, range, limit);
}

async function searchPage(
  { db }: ListServices,
  { userId }: Lister,
  range: ListRange,
  limit: number,
  term: string,
): Promise<PageRows> {
  const rows = await db.run(searchImages(userId, term, range, limit + 1));
  const found = rows.filter(({ matches }) => matches === 1);
  const page = cutPage(found, range, limit);
  const last = rows.at(-1);
  return page.next === null && last?.isLimit === 1
    ? { ...page, next: positionOf(range.order, last) }
    : page;
}

function cutPage(rows: readonly ListedImage[], { order }: ListRange, limit: number): PageRows {
  const images = rows.slice(0, limit);
  const last = images.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { images, next: hasMore ? positionOf(order, last) : null };
}
