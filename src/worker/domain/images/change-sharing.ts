import { eq, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from './limit-writes.ts';
import { READ_SHARING_ERRORS, SHARING_FIELDS, toSharing, type Sharing } from './read-sharing.ts';

/** Absent fields stay. */
export type SharingChange = { readonly [Name in keyof Sharing]?: Sharing[Name] | undefined };

export const CHANGE_SHARING_ERRORS = [
  ...READ_SHARING_ERRORS,
  ...LIMIT_WRITES_ERRORS,
] as const satisfies readonly ErrorName[];

/** Cached pages and images follow within `PUBLIC_CACHE_TTL_MS`: an account may have any number of images. */
export async function changeSharing(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'limiter'>,
  actor: Pick<Actor, 'userId'>,
  { allowedSites, ...change }: SharingChange,
): Promise<Sharing> {
  await limitWrites(services, actor);
  const { userId } = actor;
  const now = services.clock.now();
  const sites = { setsSites: allowedSites !== undefined, sites: allowedSites?.join(' ') ?? null };
  const flags = {
    showName: change.showName ?? null,
    showCamera: change.showCamera ?? null,
    keepLocation: change.keepLocation ?? null,
    allowIndexing: change.allowIndexing ?? null,
    allowFullSize: change.allowFullSize ?? null,
  };
  const sharing = await services.db.run(updateSharing({ userId, ...flags, ...sites, now }));
  if (sharing === null) throw new DomainError('sign_in_required');
  return toSharing(sharing);
}

const updateSharing = prepareFirst(
  (
    p: Params<{
      userId: number;
      showName: boolean | null;
      showCamera: boolean | null;
      keepLocation: boolean | null;
      allowIndexing: boolean | null;
      allowFullSize: boolean | null;
      setsSites: boolean;
      sites: string | null;
      now: number;
    }>,
  ) =>
    query
      .update(users)
      .set({
        shareName: sql`coalesce(${p.showName}, ${users.shareName})`,
        shareCamera: sql`coalesce(${p.showCamera}, ${users.shareCamera})`,
        keepLocation: sql`coalesce(${p.keepLocation}, ${users.keepLocation})`,
        shareIndexed: sql`coalesce(${p.allowIndexing}, ${users.shareIndexed})`,
        shareFullSize: sql`coalesce(${p.allowFullSize}, ${users.shareFullSize})`,
        allowedSites: sql`iif(${p.setsSites}, ${p.sites}, ${users.allowedSites})`,
        updatedAt: p.now,
      })
      .where(eq(users.id, p.userId))
      .returning(SHARING_FIELDS),
);
