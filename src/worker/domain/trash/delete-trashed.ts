import { eq } from 'drizzle-orm';
import { GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, prepareOne, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { eraseTrashed, TRASH_CHANGED, type TrashedRow } from '../erasure/erase-trashed.ts';
import { announceEvents } from '../outbox/announce-events.ts';
import type { Services } from '../services.ts';
import {
  isChosen,
  requireActive,
  whileActive,
  WRITE_TRASH_ERRORS,
  type OwnChoice,
} from './trash-access.ts';

export const DELETE_TRASHED_ERRORS = WRITE_TRASH_ERRORS;

export interface TrashQuota {
  readonly storageUsed: number;
  readonly storageQuota: number;
}

export type TrashServices = Pick<Services, 'background' | 'clock' | 'db' | 'log' | 'outboxQueue'>;

const MAX_ATTEMPTS = 3;

/** For good. Ids that are not in the caller's trash are left out. Returns the quota afterwards. */
export async function deleteTrashed(
  services: TrashServices,
  { userId }: Pick<Actor, 'userId'>,
  imageIds: readonly number[],
): Promise<TrashQuota> {
  const { clock, db } = services;
  for (let attempt = 1; ; attempt += 1) {
    const rows = await db.run(selectChosen({ userId, imageIds, now: clock.now() }));
    try {
      await eraseOwn(services, userId, rows);
      return await db.run(selectQuota({ userId }));
    } catch (error) {
      const isChanged = error instanceof GuardError && error.reason === TRASH_CHANGED;
      if (!isChanged || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** @throws {GuardError} TRASH_CHANGED */
export async function eraseOwn(
  services: TrashServices,
  userId: number,
  rows: readonly TrashedRow[],
): Promise<void> {
  const chunk = { userId, rows, now: services.clock.now() };
  await whileActive(eraseTrashed(services.db, chunk, [requireActive({ userId })]));
  services.background(announceEvents(services, 'erase'));
}

const selectChosen = prepareAll((p: Params<OwnChoice>) =>
  query
    .select({ id: trashedImages.id, imageFileId: trashedImages.imageFileId })
    .from(trashedImages)
    .where(isChosen(p)),
);

export const selectQuota = prepareOne((p: Params<{ userId: number }>) =>
  query
    .select({ storageUsed: users.storageUsed, storageQuota: users.storageQuota })
    .from(users)
    .where(eq(users.id, p.userId)),
);
