/**
 * The end of an account.
 *
 *   active → pending_deletion → deleting → no row        (pending_deletion → active while nobody has claimed it)
 *
 * - Claiming is a change of the account like any other: authentication is shut before it is committed. No session, no
 *   upload, no publication of the account can begin or be committed from then on, each refused by its own batch.
 * - Erasing goes in chunks. A chunk is one batch: rows, totals and the events that promise the rest go together, so a
 *   run that dies anywhere is simply gone on with, and two runs at once take nothing twice.
 * - The account's own row goes last, when nothing of it is left but events. The event in that batch makes the user's
 *   object forget its sessions. Ids remain where others' rows have them; a name or an address remains nowhere.
 */

import { guard, guardThat, statement, type Statement } from '../../db/database.ts';
import { describeError } from '../../lib/log.ts';
import { recordEvent } from '../outbox/events.ts';
import type { Services } from '../services.ts';
import { recordDeed, subjectOf } from './change-state.ts';
import { eraseImages, eraseUploads } from './erase-images.ts';

type EraseServices = Pick<Services, 'clock' | 'db' | 'log'>;

const ACCOUNTS_PER_RUN = 20;
/** Chunks of one account in one run: 2,000 images a minute. */
const CHUNKS_PER_RUN = 40;

/** Who did what to whom stays, without what was written about the person. */
const anonymise = (userId: number): Statement[] => [
  statement("UPDATE audit_log SET actor_id = NULL, detail = '{}' WHERE actor_id = ?", userId),
  statement("UPDATE audit_log SET detail = '{}' WHERE subject = ?", subjectOf(userId)),
  statement('UPDATE settings SET updated_by = NULL WHERE updated_by = ?', userId),
];

/** Sessions, notifications and the download allowance go with the account's row. */
const removeAccount = async ({ clock, db }: EraseServices, userId: number): Promise<void> => {
  const now = clock.now();
  await db.batch([
    guardThat(
      'not_empty',
      `NOT EXISTS (SELECT 1 FROM images WHERE user_id = ?)
       AND NOT EXISTS (SELECT 1 FROM upload_sessions WHERE user_id = ?)`,
      userId,
      userId,
    ),
    ...anonymise(userId),
    recordDeed(null, 'erase_account', userId, now),
    recordEvent('account', { user_id: userId }, now),
    statement('DELETE FROM upload_queue WHERE user_id = ?', userId),
    statement("DELETE FROM users WHERE id = ? AND status = 'deleting'", userId),
    guard('not_deleting'),
    statement('UPDATE site_totals SET users = users - 1'),
  ]);
};

/** Takes an account in `deleting` as far as one run goes. */
export const eraseAccount = async (services: EraseServices, userId: number): Promise<void> => {
  for (let chunk = 0; chunk < CHUNKS_PER_RUN; chunk += 1) {
    if ((await eraseImages(services, userId)) > 0) continue;
    if ((await eraseUploads(services, userId)) > 0) continue;
    await removeAccount(services, userId);
    return;
  }
};

/** Goes on with every account in `deleting`, the longest due first; gives how many there were. */
export const eraseAccounts = async (services: EraseServices): Promise<number> => {
  const { db, log } = services;
  const doomed = await db.all<{ id: number }>(
    statement(
      `SELECT id FROM users WHERE deletion_due_at IS NOT NULL AND status = 'deleting'
       ORDER BY deletion_due_at LIMIT ?`,
      ACCOUNTS_PER_RUN,
    ),
  );
  for (const { id } of doomed) {
    try {
      await eraseAccount(services, id);
    } catch (error) {
      log.error('account_not_erased', { user_id: id, reason: describeError(error) });
    }
  }
  return doomed.length;
};
