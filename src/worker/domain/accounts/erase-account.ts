/**
 * Account deletion: active → pending_deletion → deleting → no row; back to active until it is claimed.
 *
 * - From the claim on, every batch refuses new sessions, uploads and publications.
 * - Each chunk of the erasure is one batch (rows, totals, events), safe to repeat.
 * - The account's row goes last; its event makes the user's object forget the sessions.
 * - Ids stay in others' rows; names and addresses stay nowhere.
 */

import { and, asc, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { query, jsonValues } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { settings } from '../../db/schema/settings.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { countAccounts } from '../accounting/change-totals.ts';
import { anonymiseUser } from '../audit/anonymise-user.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { recordEvent } from '../outbox/events.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';
import { eraseImages } from './erase-images.ts';
import { eraseTrash } from './erase-trash.ts';
import { eraseUploads } from './erase-uploads.ts';
import { NOT_DELETING, requireDeleting } from './erasure-chunk.ts';

type EraseServices = Pick<Services, 'clock' | 'config' | 'db' | 'log'>;

const ACCOUNTS_PER_RUN = 20;
/** Images and uploads of all accounts together. A chunk of them takes two calls of D1. */
const ROWS_PER_RUN = 3000;
const STEPS = [eraseImages, eraseTrash, eraseUploads];

export function eraseAccounts(services: EraseServices): Promise<number> {
  let left = ROWS_PER_RUN;
  return sweepRows(services, {
    part: 'erase_accounts',
    select: (seen) => services.db.run(selectDeleting({ seen })),
    limit: ACCOUNTS_PER_RUN,
    keyOf: ({ id }) => id,
    handle: async (accounts) => {
      for (const { id } of accounts) {
        for (const erase of STEPS) left -= await erase(services, id, left);
        if (left > 0) await removeAccount(services, id);
      }
      return accounts.length;
    },
    alone: true,
  });
}

/** Sessions, devices, notifications and the download allowance cascade. */
async function removeAccount({ clock, db }: EraseServices, userId: number): Promise<void> {
  const now = clock.now();
  try {
    await db.batch({
      isDeleting: requireDeleting({ userId }),
      isEmpty: requireEmpty({ userId }),
      anonymised: [...anonymiseUser(userId), clearSettingsAuthor({ userId })],
      audit: recordAudit(
        { actorId: null, action: 'erase_account', subject: `user:${userId}` },
        now,
      ),
      event: recordEvent('account', { user_id: userId }, now),
      user: deleteUser({ userId }),
      counted: countAccounts({ users: -1, activeUsers: 0 }),
    });
  } catch (error) {
    // Another run has removed the account.
    if (!(error instanceof GuardError) || error.reason !== NOT_DELETING) throw error;
  }
}

const selectDeleting = prepareAll((p: Params<{ seen: readonly RowKey[] }>) =>
  query
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.deletionDueAt),
        eq(users.status, 'deleting'),
        notInArray(users.id, jsonValues(p.seen)),
      ),
    )
    // The smallest first: a large library takes hours, and would keep all others waiting.
    .orderBy(sql`${users.imageCount} + ${users.trashedCount}`, asc(users.deletionDueAt))
    .limit(ACCOUNTS_PER_RUN),
);

const requireEmpty = prepareGuard(
  'not_empty',
  (p: Params<{ userId: number }>) =>
    sql`NOT EXISTS (SELECT 1 FROM ${images} WHERE ${eq(images.userId, p.userId)})
      AND NOT EXISTS (SELECT 1 FROM ${trashedImages} WHERE ${eq(trashedImages.userId, p.userId)})
      AND NOT EXISTS (SELECT 1 FROM ${uploadSessions} WHERE ${eq(uploadSessions.userId, p.userId)})`,
);

const clearSettingsAuthor = prepareWrite((p: Params<{ userId: number }>) =>
  query.update(settings).set({ updatedBy: null }).where(eq(settings.updatedBy, p.userId)),
);

const deleteUser = prepareWrite((p: Params<{ userId: number }>) =>
  query.delete(users).where(eq(users.id, p.userId)),
);
