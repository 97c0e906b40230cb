import { statement, type Database } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { judgeToken } from '../images/tokens/judge-token.ts';
import type { Services } from '../services.ts';
import type { FoundImage } from './find-image.ts';

/** Finds out who asks; null for a stranger. Only called where the answer depends on it. */
export type FindCaller = () => Promise<Actor | null>;

/** Whether a user is an administrator by the primary: the copy of the role in a session gives no right here. */
const isAdministrator = async (db: Database, userId: number): Promise<boolean> => {
  const rows = await db.all(
    statement(`SELECT 1 FROM users WHERE id = ? AND role = 'admin' AND status = 'active'`, userId),
  );
  return rows.length > 0;
};

/** Whether a caller rules an image: its owner or an administrator. */
export const isOwnerOrAdmin = async (
  db: Database,
  image: FoundImage,
  caller: Actor | null,
): Promise<boolean> => {
  if (caller === null) return false;
  if (caller.userId === image.userId) return true;
  return caller.role === 'admin' && isAdministrator(db, caller.userId);
};

/**
 * Admits whoever may see a private image's `gallery` and `publish`: who presents its active token, who rules it. Asks
 * who it is only when the token does not decide; gives it then, else null.
 * @throws {DomainError} image_token_revoked for a revoked token, image_token_invalid for none, a wrong one, an expired one.
 */
export const authorisePrivate = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  image: FoundImage,
  findCaller: FindCaller,
): Promise<Actor | null> => {
  const verdict = judgeToken(image.token, clock.now());
  if (verdict === 'active') return null;
  const caller = await findCaller();
  if (await isOwnerOrAdmin(db, image, caller)) return caller;
  throw new DomainError(verdict === 'revoked' ? 'image_token_revoked' : 'image_token_invalid');
};
