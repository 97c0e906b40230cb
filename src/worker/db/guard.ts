import { sql, type SQL } from 'drizzle-orm';
import { GUARD_COLUMNS, GUARD_VIEW } from './schema/guard.ts';
import { prepareWrite, type ParamValues, type Params, type Statement } from './statement.ts';

export class GuardError extends Error {
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(`guard refused: ${reason}`, { cause });
    this.name = 'GuardError';
    this.reason = reason;
  }
}

/** Aborts the batch with `reason` unless the previous statement changed exactly `changes` rows. */
export function guard(reason: string, changes = 1): Statement<number> {
  return requireChanges({ changes, mark: GUARD_MARK + reason });
}

export function prepareGuard<Values extends ParamValues>(
  reason: string,
  condition: (params: Params<Values>) => SQL | undefined,
): (values: Values) => Statement<number> {
  return prepareWrite(
    (params: Params<Values>) =>
      sql`INSERT INTO ${GUARD_VIEW} ${GUARD_COLUMNS} SELECT (${condition(params)}) IS TRUE, ${GUARD_MARK + reason}`,
  ) as (values: Values) => Statement<number>;
}

/** Null for another failure. */
export function toGuardError(error: unknown): GuardError | null {
  const reason = GUARD_PATTERN.exec(error instanceof Error ? error.message : '')?.[1];
  return reason === undefined ? null : new GuardError(reason, error);
}

const GUARD_MARK = 'guard:';
const GUARD_PATTERN = /guard:([a-z_]+)/u;

const requireChanges = prepareWrite(
  (p: Params<{ changes: number; mark: string }>) =>
    sql`INSERT INTO ${GUARD_VIEW} ${GUARD_COLUMNS} SELECT changes() = ${p.changes}, ${p.mark}`,
);
