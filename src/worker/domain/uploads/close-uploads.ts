import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, type ParamValues, type Params, type Statement } from '../../db/statement.ts';
import { prepareRelease } from '../accounting/release-reservations.ts';
import { storeFailure, type StoredFailure } from '../failure.ts';

interface ClosingValues extends ParamValues {
  readonly now: number;
  /** Time of the sweep's erasure (erasure/late-writers.ts). */
  readonly eraseDueAt: number;
}

/** Releases the quotas too. Idempotent if the condition excludes closed sessions. */
export function prepareClosing<Values extends ParamValues>(
  to: { readonly status: 'cancelled' | 'completed' | 'failed'; readonly failure?: StoredFailure },
  condition: (p: Params<Values>) => SQL | undefined,
): (values: Values & ClosingValues) => {
  readonly released: Statement<number>[];
  readonly closed: Statement<{ uploadId: string }[]>;
} {
  const release = prepareRelease(condition);
  const close = prepareAll((p: Params<Values & ClosingValues>) =>
    query
      .update(uploadSessions)
      .set({
        status: to.status,
        reservedBytes: 0,
        closedAt: p.now,
        eraseDueAt: p.eraseDueAt,
        ...(to.failure === undefined ? {} : storeFailure(to.failure)),
      })
      .where(condition(p))
      .returning({ uploadId: uploadSessions.uploadId }),
  ) as (values: Values & ClosingValues) => Statement<{ uploadId: string }[]>;
  return (values) => ({ released: release(values), closed: close(values) });
}

/** Closed, with nothing kept for a retry by an administrator. */
export function isClosedForGood(): SQL | undefined {
  return and(
    inArray(uploadSessions.status, ['completed', 'failed', 'cancelled']),
    eq(uploadSessions.reservedBytes, 0),
  );
}
