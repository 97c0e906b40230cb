import type { Database } from '../../db/database.ts';
import { selectAdministrator } from '../accounts/administer.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { judgeToken } from '../tokens/image-token.ts';
import type { PublishedMatch } from './find-published.ts';

export type FindCaller = () => Promise<Actor | null>;

type Owned = Pick<PublishedMatch, 'userId'>;

export const AUTHORISE_PRIVATE_ERRORS = [
  'image_token_revoked',
  // Also for no token and for an expired one.
  'image_token_invalid',
] as const satisfies readonly ErrorName[];

/** Admits an active image token, or else the owner or an administrator. Returns that caller; null when a token admits. */
export async function authorisePrivate(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  image: Owned & Pick<PublishedMatch, 'tokens'>,
  findCaller: FindCaller,
): Promise<Actor | null> {
  const verdicts = new Set(image.tokens.map((token) => judgeToken(token, clock.now())));
  if (verdicts.has('active')) return null;
  const caller = await findCaller();
  if (await isOwnerOrAdmin(db, image, caller)) return caller;
  throw new DomainError(verdicts.has('revoked') ? 'image_token_revoked' : 'image_token_invalid');
}

export async function isOwnerOrAdmin(
  db: Database,
  image: Owned,
  caller: Actor | null,
): Promise<boolean> {
  if (caller === null) return false;
  if (caller.userId === image.userId) return true;
  // The primary decides: the session's copy of the role grants nothing here.
  if (caller.role !== 'admin') return false;
  return (await db.run(selectAdministrator({ userId: caller.userId }))) !== null;
}
