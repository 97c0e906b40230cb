import { and, eq, type SQL } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import type { Plan, Results } from '../../db/database.ts';
import { existsIn, query } from '../../db/query.ts';
import { albums } from '../../db/schema/albums.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { requireActive, whileActive, WRITE_TRASH_ERRORS } from '../trash/trash-access.ts';
import { ALBUM_FIELDS, toAlbum, type Album } from './album.ts';

export type OwnAlbum = { userId: number; albumId: number };

const NOT_FOUND = 'album_not_found';

export const WRITE_ALBUM_ERRORS = [
  ...WRITE_TRASH_ERRORS,
  // Also of another user.
  NOT_FOUND,
] as const satisfies readonly ErrorName[];

/** Writes the steps in one batch, which refuses a locked account and an album that is not the actor's. */
export async function writeAlbum<const Steps extends Plan>(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  albumId: number,
  steps: Steps,
): Promise<Results<Steps>> {
  const guards = { isActive: requireActive({ userId }), isOwn: requireOwn({ userId, albumId }) };
  try {
    return await whileActive(db.batch({ ...guards, ...steps }));
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_FOUND) throw error;
    throw new DomainError(NOT_FOUND, { cause: error });
  }
}

export const READ_ALBUM_ERRORS = [NOT_FOUND] as const satisfies readonly ErrorName[];

export async function readAlbum(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  albumId: number,
): Promise<Album> {
  return requireAlbum(await db.run(selectAlbum({ userId, albumId })));
}

/** @throws {DomainError} album_not_found */
export function requireAlbum(row: ReturnType<ReturnType<typeof selectAlbum>['read']>): Album {
  if (row === null) throw new DomainError(NOT_FOUND);
  return toAlbum(row);
}

export const selectAlbum = prepareFirst((p: Params<OwnAlbum>) =>
  query.select(ALBUM_FIELDS).from(albums).where(isOwn(p)),
);

export function isOwn(p: Params<OwnAlbum>): SQL | undefined {
  return and(eq(albums.id, p.albumId), eq(albums.userId, p.userId));
}

const requireOwn = prepareGuard(NOT_FOUND, (p: Params<OwnAlbum>) => existsIn(albums, isOwn(p)));
