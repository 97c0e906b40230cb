import { and, asc, eq, lt, ne, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { batches, ledger, isolates as silentIsolates } from '../../db/schema/objects/counters.ts';
import {
  prepareAll,
  prepareFirst,
  prepareOne,
  prepareWrite,
  type Params,
} from '../../db/statement.ts';

/** For batches that are counted elsewhere. */
const NO_FLUSH = 0;

export const selectLedger = prepareOne(() =>
  query
    .select({
      number: ledger.number,
      openBatches: ledger.openBatches,
      refused: ledger.refused,
      viewsFlushed: ledger.viewsFlushed,
      requests: ledger.requests,
      isolates: ledger.isolates,
      main: ledger.main,
      partImages: ledger.partImages,
    })
    .from(ledger),
);

export const updateLedger = prepareWrite(
  (
    p: Params<{
      number: number;
      openBatches: number | null;
      refused: string;
      viewsFlushed: number;
      requests: string;
      isolates: string;
      main: string | null;
      partImages: number;
    }>,
  ) =>
    query.update(ledger).set({
      number: p.number,
      openBatches: p.openBatches,
      refused: p.refused,
      viewsFlushed: p.viewsFlushed,
      requests: p.requests,
      isolates: p.isolates,
      main: p.main,
      partImages: p.partImages,
    }),
);

/** Batches with this number come first; the first with another number ends them. */
export const countWaiting = prepareOne((p: Params<{ parity: number; number: number }>) => {
  const other = query
    .select({ position: batches.position })
    .from(batches)
    .where(and(eq(batches.parity, p.parity), ne(batches.number, p.number)))
    .orderBy(asc(batches.position))
    .limit(1);
  const end = query
    .select({ end: sql`max(${batches.position}) + 1` })
    .from(batches)
    .where(eq(batches.parity, p.parity));
  return sql<{ count: number }>`SELECT coalesce((${other}), (${end}), 0) AS count`;
});

export const selectHeard = prepareAll((p: Params<{ parity: number; count: number }>) =>
  query
    .select({ heard: batches.heard })
    .from(batches)
    .where(and(eq(batches.parity, p.parity), lt(batches.position, p.count)))
    .orderBy(asc(batches.position)),
);

export const selectRequests = prepareAll((p: Params<{ parity: number; count: number }>) =>
  query
    .select({ requests: batches.requests })
    .from(batches)
    .where(and(eq(batches.parity, p.parity), lt(batches.position, p.count))),
);

export const freeBatches = prepareWrite((p: Params<{ parity: number; number: number }>) =>
  query
    .update(batches)
    .set({ number: NO_FLUSH })
    .where(and(eq(batches.parity, p.parity), eq(batches.number, p.number))),
);

export const selectSilent = prepareFirst((p: Params<{ isolateId: string }>) =>
  query
    .select({ sequence: silentIsolates.sequence })
    .from(silentIsolates)
    .where(eq(silentIsolates.isolateId, p.isolateId)),
);

export const saveSilent = prepareWrite((p: Params<{ heard: string }>) => {
  const value = (index: number) => sql`json_extract(value, ${`$[${String(index)}]`})`;
  const row = { isolateId: value(0), sequence: value(1), seenAt: value(2) };
  const entries = sql`FROM json_each(${p.heard}) WHERE true`;
  const replaced = [silentIsolates.sequence, silentIsolates.seenAt].map(
    ({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
  );
  return sql`${insertFrom(silentIsolates, row, entries)} ON CONFLICT DO UPDATE SET ${sql.join(replaced, sql`, `)}`;
});

export const forgetSilent = prepareWrite((p: Params<{ since: number }>) =>
  query.delete(silentIsolates).where(lt(silentIsolates.seenAt, p.since)),
);

export const selectBatches = prepareAll((p: Params<{ parity: number; count: number }>) =>
  query
    .select({ views: batches.views, requests: batches.requests })
    .from(batches)
    .where(and(eq(batches.parity, p.parity), lt(batches.position, p.count))),
);

export const putBatch = prepareWrite(
  (
    p: Params<{
      parity: number;
      position: number;
      number: number;
      views: string;
      requests: string;
      heard: string;
    }>,
  ) => {
    const batch = {
      number: p.number,
      views: p.views,
      requests: p.requests,
      heard: p.heard,
    };
    return query
      .insert(batches)
      .values({ parity: p.parity, position: p.position, ...batch })
      .onConflictDoUpdate({ target: [batches.parity, batches.position], set: batch });
  },
);
