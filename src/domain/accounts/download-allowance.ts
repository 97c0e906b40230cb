import { statement, type Statement } from '../../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';

/**
 * What an account may still download while it is locked for deletion. The lock grants it once, by what the account
 * holds at that moment; each download takes its part before the first byte is sent, in one guarded statement, so
 * that no number of requests at once gets more. Taking fails closed: a part whose download broke off stays taken.
 */

/** Images at most in one volume of an archive. */
export const ARCHIVE_VOLUME_IMAGES = 500;

const IMAGE_BYTES_PER_STORED_BYTE = 2;
const ARCHIVE_SETS = 3;

/** Grants the allowance; belongs into the batch that locks the account. */
export const grantDownloads = (userId: number): Statement =>
  statement(
    `INSERT OR REPLACE INTO download_allowances (user_id, image_bytes_left, archive_volumes_left)
     SELECT id, storage_used * ${IMAGE_BYTES_PER_STORED_BYTE},
       max(1, (image_count + ${ARCHIVE_VOLUME_IMAGES - 1}) / ${ARCHIVE_VOLUME_IMAGES}) * ${ARCHIVE_SETS}
     FROM users WHERE id = ?`,
    userId,
  );

/** Ends the allowance; belongs into the batch that unlocks the account. */
export const withdrawDownloads = (userId: number): Statement =>
  statement('DELETE FROM download_allowances WHERE user_id = ?', userId);

const take = async (
  { db }: Pick<Services, 'db'>,
  column: 'image_bytes_left' | 'archive_volumes_left',
  userId: number,
  amount: number,
): Promise<void> => {
  const [taken, account] = await db.batch([
    statement(
      `UPDATE download_allowances SET ${column} = ${column} - ? WHERE user_id = ? AND ${column} >= ?`,
      amount,
      userId,
      amount,
    ),
    statement('SELECT status FROM users WHERE id = ?', userId),
  ]);
  // The lock may have been lifted since the request was authenticated: no allowance is needed then.
  if (taken?.changes !== 1 && account?.rows[0]?.['status'] !== 'active') {
    throw new DomainError('download_allowance_exhausted');
  }
};

/** Takes the bytes of one image's answer from a locked owner's allowance. @throws {DomainError} download_allowance_exhausted. */
export const takeImageBytes = (
  services: Pick<Services, 'db'>,
  userId: number,
  bytes: number,
): Promise<void> => take(services, 'image_bytes_left', userId, bytes);

/** Takes one volume; three whole archives consist of three times as many as one. @throws {DomainError} download_allowance_exhausted. */
export const takeArchiveVolume = (services: Pick<Services, 'db'>, userId: number): Promise<void> =>
  take(services, 'archive_volumes_left', userId, 1);
