import { and, desc, eq, gt, lt, or, sql, type SQL } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { titleOf } from '../../lib/base-name.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { openCursor, sealCursor, type CursorScope } from '../images/list-cursor.ts';
import type { ListPosition } from '../images/list-order.ts';
import type { Services } from '../services.ts';

/** By the columns of `images`; a null may be missing. */
interface KeptImage {
  readonly title: string;
  readonly filename: string;
  readonly visibility: 'public' | 'private';
  readonly width: number;
  readonly height: number;
  readonly file_size: number;
  readonly created_at: number;
  readonly thumb_hash?: string | null;
}

export interface TrashedImage {
  readonly id: number;
  readonly image: KeptImage;
  readonly trashedAt: number;
  readonly eraseDueAt: number;
}

export interface TrashPage {
  readonly images: readonly TrashedImage[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

export const LIST_TRASH_ERRORS = [
  // A cursor of another list.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** The newest first. */
export async function listTrash(
  { clock, db, keys }: Pick<Services, 'clock' | 'db' | 'keys'>,
  { userId }: Pick<Actor, 'userId'>,
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
): Promise<TrashPage> {
  const scope: CursorScope = [userId, 'trash'];
  const after = cursor === '' ? START : await readPosition(keys, scope, cursor);
  const values = { userId, now: clock.now(), rows: limit + 1 };
  const rows = await db.run(selectPage({ ...values, dueAt: Number(after.value), id: after.id }));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const next = hasMore
    ? await sealCursor(keys, scope, { value: last.eraseDueAt, id: last.id })
    : '';
  return {
    images: page.map((row) => ({ ...row, image: readImage(row.image) })),
    nextCursor: next,
    hasMore,
  };
}

/** A title that follows from the filename is stored as ''. */
function readImage(text: string): KeptImage {
  const image = JSON.parse(text) as KeptImage;
  return image.title === '' ? { ...image, title: titleOf(image.filename) } : image;
}

const START: ListPosition = { value: Number.MAX_SAFE_INTEGER, id: 0 };

async function readPosition(
  keys: Services['keys'],
  scope: CursorScope,
  cursor: string,
): Promise<ListPosition> {
  const opened = await openCursor(keys, scope, cursor);
  if (opened.ok) return opened.value;
  throw new DomainError('invalid_parameter', { message: 'cursor: does not belong to this list' });
}

type PageValues = { userId: number; now: number; dueAt: number; id: number; rows: number };

const selectPage = prepareAll((p: Params<PageValues>) =>
  query
    .select({
      id: trashedImages.id,
      image: trashedImages.image,
      trashedAt: trashedImages.trashedAt,
      eraseDueAt: trashedImages.eraseDueAt,
    })
    .from(trashedImages)
    .where(
      and(
        eq(trashedImages.userId, p.userId),
        gt(trashedImages.eraseDueAt, p.now),
        sql`${trashedImages.eraseDueAt} <= ${p.dueAt}`,
        isBelow(p),
      ),
    )
    .orderBy(desc(trashedImages.eraseDueAt), desc(trashedImages.id))
    .limit(limitTo(p.rows)),
);

function isBelow(p: Params<PageValues>): SQL | undefined {
  return or(lt(trashedImages.eraseDueAt, p.dueAt), lt(trashedImages.id, p.id));
}
