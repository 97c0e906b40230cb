import { eq, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Account } from './read-account.ts';

/** Undefined fields stay. */
export interface LimitsChange {
  readonly userId: number;
  /** Bytes; less than the account uses refuses its uploads, and deletes nothing. */
  readonly storageQuota?: number | undefined;
  /** Null for the deployment's. */
  readonly imageLimit?: number | null | undefined;
}

const NOT_FOUND = 'user_not_found';

export const CHANGE_LIMITS_ERRORS = ['user_not_found'] as const satisfies readonly ErrorName[];

/** `actorId` is null for the operator's shell. */
export async function changeLimits(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  actorId: number | null,
  { userId, storageQuota, imageLimit }: LimitsChange,
): Promise<Account> {
  const now = clock.now();
  const detail = {
    ...(storageQuota === undefined ? {} : { storageQuota }),
    ...(imageLimit === undefined ? {} : { imageLimit }),
  };
  const change = {
    storageQuota: storageQuota ?? null,
    setsImageLimit: imageLimit !== undefined,
    imageLimit: imageLimit ?? null,
  };
  try {
    const { account } = await db.batch({
      account: updateLimits({ userId, ...change, now }),
      found: guard(NOT_FOUND),
      audit: recordAudit({ actorId, action: 'set_limits', subject: `user:${userId}`, detail }, now),
    });
    return account;
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_FOUND) throw error;
    throw new DomainError('user_not_found', { cause: error });
  }
}

const updateLimits = prepareOne(
  (
    p: Params<{
      userId: number;
      storageQuota: number | null;
      setsImageLimit: boolean;
      imageLimit: number | null;
      now: number;
    }>,
  ) =>
    query
      .update(users)
      .set({
        storageQuota: sql`coalesce(${p.storageQuota}, ${users.storageQuota})`,
        imageLimit: sql`iif(${p.setsImageLimit}, ${p.imageLimit}, ${users.imageLimit})`,
        updatedAt: p.now,
      })
      .where(eq(users.id, p.userId))
      .returning(),
);
