import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { KeyRanges, type KeyRange } from '../../db/key-ranges.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { prepareAll, type Params } from '../../db/statement.ts';

export const EVENT_RANGES = new KeyRanges(outboxEvents.id);

/** Those of `names` that an event is to erase: keys, or folders of renditions. */
export async function listErased(
  db: Database,
  field: 'keys' | 'renditions',
  names: readonly string[],
): Promise<Set<string>> {
  const erased = new Set<string>();
  if (names.length === 0) return erased;
  for await (const range of EVENT_RANGES.walk(db)) {
    const rows = await db.run(selectErased({ path: `$.${field}`, names, ...range }));
    for (const { name } of rows) erased.add(name);
  }
  return erased;
}

const selectErased = prepareAll(
  (p: Params<KeyRange & { path: string; names: readonly string[] }>) => sql<{ name: string }>`
    SELECT erased.value AS name FROM ${EVENT_RANGES.rows(p)}, json_each(${outboxEvents.payload}, ${p.path}) AS erased
    WHERE ${eq(outboxEvents.kind, 'erase')} AND erased.value IN (SELECT value FROM json_each(${p.names}))`,
);
