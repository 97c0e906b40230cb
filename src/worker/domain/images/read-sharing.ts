import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

/** An account's wishes for the share pages of its images. */
export interface Sharing {
  readonly showName: boolean;
  readonly allowIndexing: boolean;
}

export const SHARING_FIELDS = { showName: users.shareName, allowIndexing: users.shareIndexed };

export const READ_SHARING_ERRORS = ['sign_in_required'] as const satisfies readonly ErrorName[];

export async function readSharing(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Sharing> {
  const sharing = await db.run(selectSharing({ userId }));
  if (sharing === null) throw new DomainError('sign_in_required');
  return sharing;
}

const selectSharing = prepareFirst((p: Params<{ userId: number }>) =>
  query.select(SHARING_FIELDS).from(users).where(eq(users.id, p.userId)),
);
