import { systemClock } from '../../src/shared/clock.ts';
import { IMAGE_LIMIT_MAX, STORAGE_QUOTA_MAX_BYTES } from '../../src/shared/entry-rules.ts';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { changeLimits } from '../../src/worker/domain/accounts/change-limits.ts';
import { findAccountByName } from '../../src/worker/domain/accounts/read-account.ts';
import type { DatabaseTarget } from '../support/database-target.ts';
import { openMigrated } from '../support/database.ts';
import { ScriptError } from '../support/fail.ts';
import { readNumber } from './read-number.ts';

/** For `parseArgs`. */
export const LIMIT_OPTIONS = {
  quota: { type: 'string' },
  images: { type: 'string' },
} as const;

type LimitOptions = Readonly<Partial<Record<keyof typeof LIMIT_OPTIONS, string>>>;

/** @throws {ScriptError} for an unknown user, a number out of range, or no option at all. */
export async function changeAccountLimits(
  target: DatabaseTarget,
  username: string,
  { quota, images }: LimitOptions,
): Promise<void> {
  if (quota === undefined && images === undefined) {
    throw new ScriptError('limits needs --quota BYTES, --images N, or both.');
  }
  const change = {
    storageQuota:
      quota === undefined ? undefined : readNumber('quota', quota, [0, STORAGE_QUOTA_MAX_BYTES]),
    imageLimit: images === undefined ? undefined : readImages(images),
  };
  await using bindings = await openMigrated(target);
  const services = { ...openDatabases(bindings.DB), clock: systemClock };
  const account = await findAccountByName(services.directory, username);
  if (account === null) throw new ScriptError(`There is no user named ${username}.`);
  const changed = await changeLimits(services, null, { userId: account.id, ...change });
  const limit =
    changed.imageLimit === null
      ? 'the images of any account'
      : `${String(changed.imageLimit)} images`;
  console.log(`${changed.username} may hold ${String(changed.storageQuota)} bytes and ${limit}.`);
}

/** Null for the limit of any account. */
function readImages(images: string): number | null {
  return images === 'default' ? null : readNumber('images', images, [0, IMAGE_LIMIT_MAX]);
}
