import { and, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { insertFrom, query } from '../../src/worker/db/query.ts';
import { users } from '../../src/worker/db/schema/accounts.ts';
import { outboxEvents } from '../../src/worker/db/schema/outbox.ts';
import { shareLinks } from '../../src/worker/db/schema/share-links.ts';
import { trashedImages } from '../../src/worker/db/schema/trash.ts';
import { prepareWrite, type Params } from '../../src/worker/db/statement.ts';
import { checkConsistency } from '../../src/worker/domain/consistency/check-consistency.ts';
import type { ConsistencyServices, Finding } from '../../src/worker/domain/consistency/finding.ts';
import { repairFinding } from '../../src/worker/domain/consistency/repair-finding.ts';

/** More than a site gives between two backups. */
const MARGIN = 1_000_000;

/**
 * Makes a restored database right for Durable Objects that are empty, and for those of the lost site, which know more than
 * the backup. Repeatable.
 *
 * - Numbers go on above all that the lost site can have given: its objects and queue messages know users, images, links
 *   and events by number, and must not take a new one for an old one.
 * - Accounts get a version above each object's, which otherwise would refuse the restored account's sign-in as stale.
 * - An object that holds sessions of an account that is not active is told so.
 */
export async function settle(
  db: Database,
  sequences: Readonly<Record<string, number>>,
  nowMs: number,
): Promise<void> {
  await db.batch({
    sequences: Object.entries(sequences).flatMap(([name, seq]) => [
      addSequence({ name }),
      raiseSequence({ name, seq: seq + MARGIN }),
    ]),
    accounts: raiseVersions({ margin: MARGIN }),
    events: recordAccountEvents({ now: nowMs }),
  });
}

/** The count of their views may be lost with its objects: they might open again. */
export async function endLimitedLinks(db: Database, nowMs: number): Promise<void> {
  await db.batch({ links: markLimitedLinks({ now: nowMs }), trash: dropLimitedLinks() });
}

/** Fixes what rows of different moments disagree in. Returns what is left. */
export async function fixInconsistencies(services: ConsistencyServices): Promise<Finding[]> {
  const left: Finding[] = [];
  for await (const finding of checkConsistency(services)) {
    if (finding.repair === null) left.push(finding);
    else await repairFinding(services, finding.repair);
  }
  return left;
}

const addSequence = prepareWrite(
  (p: Params<{ name: string }>) => sql`
    INSERT INTO sqlite_sequence (name, seq) SELECT ${p.name}, 0
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ${p.name})`,
);

const raiseSequence = prepareWrite(
  (p: Params<{ name: string; seq: number }>) => sql`
    UPDATE sqlite_sequence SET seq = max(seq, ${p.seq} + 0) WHERE name = ${p.name}`,
);

const raiseVersions = prepareWrite((p: Params<{ margin: number }>) =>
  query.update(users).set({ authVersion: sql`${users.authVersion} + ${p.margin}` }),
);

const recordAccountEvents = prepareWrite((p: Params<{ now: number }>) =>
  insertFrom(
    outboxEvents,
    {
      kind: 'account',
      payload: sql`json_object('user_id', ${users.id})`,
      availableAt: p.now,
      createdAt: p.now,
    },
    sql`FROM ${users} WHERE ${ne(users.status, 'active')}`,
  ),
);

const dropLimitedLinks = prepareWrite(() =>
  query.update(trashedImages).set({
    shareLinks: sql`(SELECT json_group_array(json(value)) FROM json_each(${trashedImages.shareLinks})
      WHERE value ->> 'max_views' IS NULL)`,
  }),
);

const markLimitedLinks = prepareWrite((p: Params<{ now: number }>) =>
  query
    .update(shareLinks)
    .set({ revokedAt: p.now, label: '', ciphertext: '', passwordHash: null })
    .where(and(isNotNull(shareLinks.maxViews), isNull(shareLinks.revokedAt))),
);
