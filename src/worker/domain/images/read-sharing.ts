import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

/** An account's wishes for links and share pages of its images. */
export interface Sharing {
  readonly showName: boolean;
  /** Date, camera and exposure. */
  readonly showCamera: boolean;
  /** Of photographs that are uploaded from then on, for the owner alone. */
  readonly keepLocation: boolean;
  readonly allowIndexing: boolean;
  readonly allowFullSize: boolean;
  /** Hosts whose pages may embed the images; null for all, and none for our own alone. */
  readonly allowedSites: readonly string[] | null;
}

export const SHARING_FIELDS = {
  showName: users.shareName,
  showCamera: users.shareCamera,
  keepLocation: users.keepLocation,
  allowIndexing: users.shareIndexed,
  allowFullSize: users.shareFullSize,
  allowedSites: users.allowedSites,
};

export function toSharing<Row extends { readonly allowedSites: string | null }>(row: Row) {
  const { allowedSites } = row;
  return { ...row, allowedSites: allowedSites?.split(' ').filter((site) => site !== '') ?? null };
}

export const READ_SHARING_ERRORS = ['sign_in_required'] as const satisfies readonly ErrorName[];

export async function readSharing(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Sharing> {
  const sharing = await db.run(selectSharing({ userId }));
  if (sharing === null) throw new DomainError('sign_in_required');
  return toSharing(sharing);
}

const selectSharing = prepareFirst((p: Params<{ userId: number }>) =>
  query.select(SHARING_FIELDS).from(users).where(eq(users.id, p.userId)),
);
