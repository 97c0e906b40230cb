import { statement, type Database } from '../../db/database.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { FoundImage } from './find-image.ts';

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
 * Admits whoever may see a private image's `gallery` and `publish`.
 * @throws DomainError 4037.
 */
export const authorisePrivate = async (
  db: Database,
  image: FoundImage,
  caller: Actor | null,
): Promise<void> => {
  if (!(await isOwnerOrAdmin(db, image, caller))) throw new DomainError(4037);
};
