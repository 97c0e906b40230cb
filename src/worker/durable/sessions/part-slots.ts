import { eq, lte, sql } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { partSlots } from '../../db/schema/objects/sessions.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import type { ObjectDatabase } from '../object-database.ts';

/** Null when no slot is free. */
export function takeSlot(
  db: ObjectDatabase,
  { limit, ttlMs }: { limit: number; ttlMs: number },
  nowMs: number,
): string | null {
  db.run(deleteExpiredSlots({ now: nowMs }));
  const slotId = newOpaqueId();
  const taken = db.run(insertSlot({ slotId, expiresAt: nowMs + ttlMs, limit }));
  return taken > 0 ? slotId : null;
}

const insertSlot = prepareWrite((p: Params<{ slotId: string; expiresAt: number; limit: number }>) =>
  insertFrom(
    partSlots,
    { slotId: p.slotId, expiresAt: p.expiresAt },
    sql`WHERE (SELECT count(*) FROM ${partSlots}) < ${p.limit}`,
  ),
);

export const deleteSlot = prepareWrite((p: Params<{ slotId: string }>) =>
  query.delete(partSlots).where(eq(partSlots.slotId, p.slotId)),
);

export const deleteExpiredSlots = prepareWrite((p: Params<{ now: number }>) =>
  query.delete(partSlots).where(lte(partSlots.expiresAt, p.now)),
);
