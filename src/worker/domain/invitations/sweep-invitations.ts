import { and, gte, inArray, lte, notInArray, or } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../../shared/clock.ts';
import { jsonValues, query } from '../../db/query.ts';
import { invitations } from '../../db/schema/invitations.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

/** After the end, in which administrators still see it; of one that is used up, after it was made. */
const KEPT_MS = 30 * DAY_MS;
const ROWS_PER_STATEMENT = 1000;
const MINUTE_MS = 60_000;

/** In the first minute of an hour: they have no index, because administrators make few. */
export async function sweepInvitations(
  services: Pick<Services, 'clock' | 'directory' | 'log'>,
  dueAt: number,
): Promise<number> {
  if (dueAt % HOUR_MS >= MINUTE_MS) return 0;
  const { clock, directory } = services;
  const endedBefore = clock.now() - KEPT_MS;
  return sweepRows(services, {
    part: 'delete_ended_invitations',
    select: (seen) => directory.run(selectEnded({ endedBefore, seen })),
    limit: ROWS_PER_STATEMENT,
    keyOf: ({ id }) => id,
    handle: (rows) => directory.run(deleteInvitations({ ids: rows.map(({ id }) => id) })),
  });
}

const selectEnded = prepareAll((p: Params<{ endedBefore: number; seen: readonly RowKey[] }>) => {
  const { id, withdrawnAt, expiresAt, uses, maxUses, createdAt } = invitations;
  const hasEnded = or(
    lte(withdrawnAt, p.endedBefore),
    lte(expiresAt, p.endedBefore),
    and(gte(uses, maxUses), lte(createdAt, p.endedBefore)),
  );
  return query
    .select({ id })
    .from(invitations)
    .where(and(hasEnded, notInArray(id, jsonValues(p.seen))))
    .limit(ROWS_PER_STATEMENT);
});

/** None that has ended is used again. */
const deleteInvitations = prepareWrite((p: Params<{ ids: readonly number[] }>) =>
  query.delete(invitations).where(inArray(invitations.id, jsonValues(p.ids))),
);
