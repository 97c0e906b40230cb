import { and, inArray, lte, notInArray } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { deviceIdentities, deviceNonces } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { sweepRows, type RowKey } from '../sweep-rows.ts';

const ROWS_PER_STATEMENT = 1000;
const ROWS_PER_RUN = 10_000;

type SweepServices = Pick<Services, 'clock' | 'db' | 'log'>;

export function sweepIdentities(services: SweepServices): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  return sweepRows(services, {
    part: 'delete_expired_identities',
    select: (seen) => db.run(selectExpiredIdentities({ now, seen })),
    limit: ROWS_PER_STATEMENT,
    most: ROWS_PER_RUN,
    keyOf: ({ id }) => id,
    handle: async (rows) =>
      (await db.run(deleteIdentities({ ids: rows.map(({ id }) => id), now }))).length,
  });
}

export function sweepNonces(services: SweepServices): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  return sweepRows(services, {
    part: 'delete_old_nonces',
    select: (seen) => db.run(selectOldNonces({ now, seen })),
    limit: ROWS_PER_STATEMENT,
    most: ROWS_PER_RUN,
    keyOf: ({ nonceHash }) => nonceHash,
    handle: (rows) =>
      db.run(deleteNonces({ nonceHashes: rows.map(({ nonceHash }) => nonceHash), now })),
  });
}

const selectExpiredIdentities = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({ id: deviceIdentities.id })
    .from(deviceIdentities)
    .where(
      and(
        lte(deviceIdentities.expiresAt, p.now),
        notInArray(deviceIdentities.id, jsonValues(p.seen)),
      ),
    )
    .orderBy(deviceIdentities.expiresAt)
    .limit(ROWS_PER_STATEMENT),
);

/** Nonces and expired sessions cascade; identities alone are counted. */
const deleteIdentities = prepareAll((p: Params<{ ids: readonly number[]; now: number }>) =>
  query
    .delete(deviceIdentities)
    .where(
      and(inArray(deviceIdentities.id, jsonValues(p.ids)), lte(deviceIdentities.expiresAt, p.now)),
    )
    .returning({ id: deviceIdentities.id }),
);

const selectOldNonces = prepareAll((p: Params<{ now: number; seen: readonly RowKey[] }>) =>
  query
    .select({ nonceHash: deviceNonces.nonceHash })
    .from(deviceNonces)
    .where(
      and(
        lte(deviceNonces.expiresAt, p.now),
        notInArray(deviceNonces.nonceHash, jsonValues(p.seen)),
      ),
    )
    .orderBy(deviceNonces.expiresAt)
    .limit(ROWS_PER_STATEMENT),
);

const deleteNonces = prepareWrite((p: Params<{ nonceHashes: readonly string[]; now: number }>) =>
  query
    .delete(deviceNonces)
    .where(
      and(
        lte(deviceNonces.expiresAt, p.now),
        inArray(deviceNonces.nonceHash, jsonValues(p.nonceHashes)),
      ),
    ),
);
