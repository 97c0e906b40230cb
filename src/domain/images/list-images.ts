import { statement } from '../../db/database.ts';
import type { Visibility } from '../../db/schema/images.ts';
import { foldText } from '../../lib/fold-text.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { openCursor, sealCursor, type CursorScope } from './list-cursor.ts';
import {
  orderedImages,
  orderOf,
  type ListPosition,
  type ListSort,
  type OrderedRange,
} from './list-order.ts';
import { LISTED_COLUMNS, type ListedImage } from './listed-image.ts';
import { searchStatement, type FoundImage } from './search-query.ts';

type ListServices = Pick<Services, 'db' | 'keys'>;
type Lister = Pick<Actor, 'userId'>;

export interface ListRequest {
  /** '' for the first page. */
  readonly cursor: string;
  readonly limit: number;
  readonly sort: ListSort;
  readonly visibility: Visibility | null;
  /** A substring of title, filename or description, in any case; '' for all images. */
  readonly search: string;
}

export interface ImagePage {
  readonly images: readonly ListedImage[];
  /** '' at the end. */
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

interface PageRows {
  readonly images: readonly ListedImage[];
  /** Where the next page goes on; null when there is none. */
  readonly next: ListPosition | null;
}

type PageRange = Omit<OrderedRange, 'owner'>;

const cutPage = (
  rows: readonly ListedImage[],
  limit: number,
  { positionOf }: PageRange['order'],
): PageRows => {
  const images = rows.slice(0, limit);
  const last = images.at(-1);
  return { images, next: rows.length > limit && last !== undefined ? positionOf(last) : null };
};

const listPage = async (
  { db }: ListServices,
  { userId }: Lister,
  range: PageRange,
  limit: number,
): Promise<PageRows> => {
  const owner = { text: '?', values: [userId] };
  const { text, values } = orderedImages(LISTED_COLUMNS, { ...range, owner });
  const rows = await db.all<ListedImage>(statement(`${text} LIMIT ${limit + 1}`, ...values));
  return cutPage(rows, limit, range.order);
};

const searchPage = async (
  { db }: ListServices,
  { userId }: Lister,
  range: PageRange,
  limit: number,
  term: string,
): Promise<PageRows> => {
  const rows = await db.all<FoundImage>(searchStatement(userId, term, range, limit + 1));
  const page = cutPage(
    rows.filter(({ matches }) => matches === 1),
    limit,
    range.order,
  );
  const last = rows.at(-1);
  return page.next === null && last?.isLimit === 1
    ? { ...page, next: range.order.positionOf(last) }
    : page;
};

/**
 * A page of the actor's own images, in one round trip. A page may be short, or empty, and still have a next one: a
 * search looks at a bounded number of images. `hasMore` alone says where the list ends.
 * @throws {DomainError} invalid_parameter for a cursor of another list.
 */
export const listImages = async (
  services: ListServices,
  actor: Lister,
  { cursor, limit, sort, visibility, search }: ListRequest,
): Promise<ImagePage> => {
  const { keys } = services;
  const term = foldText(search);
  const scope: CursorScope = [actor.userId, sort, visibility, term];
  let after: ListPosition | null = null;
  if (cursor !== '') {
    const opened = await openCursor(keys, scope, cursor);
    if (!opened.ok)
      throw new DomainError('invalid_parameter', {
        message: 'cursor: does not belong to this list',
      });
    after = opened.value;
  }
  const range = { order: orderOf(sort), visibility, after };
  const { images, next } =
    term === ''
      ? await listPage(services, actor, range, limit)
      : await searchPage(services, actor, range, limit, term);
  const nextCursor = next === null ? '' : await sealCursor(keys, scope, next);
  return { images, nextCursor, hasMore: next !== null };
};
