/** One guarded statement charges a download before its first byte, so parallel requests get no more. No refunds. */

import { and, eq, gte, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { downloadAllowances, users } from '../../db/schema/accounts.ts';
import { prepareFirst, prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';

export const ARCHIVE_VOLUME_IMAGES = 500;

const IMAGE_BYTES_PER_STORED_BYTE = 2;
const ARCHIVE_SETS = 3;

/** Goes in the batch that locks the account. */
export function grantDownloads(userId: number): Statement<number>[] {
  return [deleteAllowance({ userId }), insertAllowance({ userId })];
}

export const DOWNLOAD_ALLOWANCE_ERRORS = [
  'download_allowance_exhausted',
] as const satisfies readonly ErrorName[];

export function takeImageBytes(
  { db }: Pick<Services, 'db'>,
  userId: number,
  bytes: number,
): Promise<void> {
  return take(db, takeBytes({ userId, amount: bytes }), userId);
}

export function takeArchiveVolume({ db }: Pick<Services, 'db'>, userId: number): Promise<void> {
  return take(db, takeVolumes({ userId, amount: 1 }), userId);
}

export async function checkArchiveVolume(
  { db }: Pick<Services, 'db'>,
  userId: number,
): Promise<void> {
  const { left, account } = await db.batch({
    left: selectVolumesLeft({ userId }),
    account: selectStatus({ userId }),
  });
  if ((left?.volumes ?? 0) < 1 && account?.status !== 'active') {
    throw new DomainError('download_allowance_exhausted');
  }
}

async function take(db: Services['db'], taking: Statement<number>, userId: number): Promise<void> {
  const { taken, account } = await db.batch({ taken: taking, account: selectStatus({ userId }) });
  // An account unlocked since authentication needs no allowance.
  if (taken !== 1 && account?.status !== 'active') {
    throw new DomainError('download_allowance_exhausted');
  }
}

const insertAllowance = prepareWrite((p: Params<{ userId: number }>) =>
  insertFrom(
    downloadAllowances,
    {
      userId: users.id,
      imageBytesLeft: sql`${users.storageUsed} * ${IMAGE_BYTES_PER_STORED_BYTE}`,
      archiveVolumesLeft: sql`max(1, (${users.imageCount} + ${ARCHIVE_VOLUME_IMAGES - 1}) / ${ARCHIVE_VOLUME_IMAGES}) * ${ARCHIVE_SETS}`,
    },
    sql`FROM ${users} WHERE ${eq(users.id, p.userId)}`,
  ),
);

/** Goes in the batch that unlocks the account. */
export const deleteAllowance = prepareWrite((p: Params<{ userId: number }>) =>
  query.delete(downloadAllowances).where(eq(downloadAllowances.userId, p.userId)),
);

const takeBytes = prepareTake('imageBytesLeft');
const takeVolumes = prepareTake('archiveVolumesLeft');

function prepareTake(field: 'imageBytesLeft' | 'archiveVolumesLeft') {
  const left = downloadAllowances[field];
  return prepareWrite((p: Params<{ userId: number; amount: number }>) =>
    query
      .update(downloadAllowances)
      .set({ [field]: sql`${left} - ${p.amount}` })
      .where(and(eq(downloadAllowances.userId, p.userId), gte(left, p.amount))),
  );
}

const selectVolumesLeft = prepareFirst((p: Params<{ userId: number }>) =>
  query
    .select({ volumes: downloadAllowances.archiveVolumesLeft })
    .from(downloadAllowances)
    .where(eq(downloadAllowances.userId, p.userId)),
);

const selectStatus = prepareFirst((p: Params<{ userId: number }>) =>
  query.select({ status: users.status }).from(users).where(eq(users.id, p.userId)),
);
