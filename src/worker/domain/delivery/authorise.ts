import type { Database } from '../../db/database.ts';
import { selectAdministrator } from '../accounts/administer.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { judgeToken } from '../tokens/image-token.ts';
import type { PublishedMatch } from './find-published.ts';

/** Finds the caller of the request's session; null for a stranger. Only called where the answer depends on it. */
export type FindCaller = () => Promise<Actor | null>;

type Owned = Pick<PublishedMatch, 'userId'>;

/**
 * Admits a visitor to a private image's `gallery` and `publish`: with its active token, among any others, as its owner or as
 * an administrator. Finds the caller only when no token admits, and then returns the caller; otherwise null.
 * @throws {DomainError} image_token_revoked when a presented token was revoked, image_token_invalid for none, a wrong
 * one, an expired one.
 */
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

/** Whether a caller is the owner of an image or an administrator. */
export async function isOwnerOrAdmin(
  db: Database,
  image: Owned,
  caller: Actor | null,
): Promise<boolean> {
  if (caller === null) return false;
  if (caller.userId === image.userId) return true;
  // From the primary: the session's copy of the role grants nothing here.
  if (caller.role !== 'admin') return false;
  return (await db.run(selectAdministrator({ userId: caller.userId }))) !== null;
}
