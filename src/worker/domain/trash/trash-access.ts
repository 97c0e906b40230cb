import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { existsIn, jsonValues } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import type { Params } from '../../db/statement.ts';
import { DomainError, type ErrorName } from '../errors.ts';

const LOCKED = 'account_locked';

export const WRITE_TRASH_ERRORS = [LOCKED] as const satisfies readonly ErrorName[];

export type OwnChoice = { userId: number; imageIds: readonly number[]; now: number };

/** Of the chosen ids, those in the trash of their user. */
export function isChosen(p: Params<OwnChoice>): SQL | undefined {
  return and(
    sql`+${trashedImages.userId} = ${p.userId}`,
    inArray(trashedImages.id, jsonValues(p.imageIds)),
    gt(trashedImages.eraseDueAt, p.now),
  );
}

/** A guard of a batch that `whileActive` runs. */
export const requireActive = prepareGuard(LOCKED, (p: Params<{ userId: number }>) =>
  existsIn(users, and(eq(users.id, p.userId), eq(users.status, 'active'))),
);

/** @throws {DomainError} account_locked */
export async function whileActive<Result>(batch: Promise<Result>): Promise<Result> {
  try {
    return await batch;
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== LOCKED) throw error;
    throw new DomainError(LOCKED, { cause: error });
  }
}
