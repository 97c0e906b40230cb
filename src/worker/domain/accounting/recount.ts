import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/database.ts';
import type { KeyRange, KeyRanges } from '../../db/key-ranges.ts';
import { assignments, query } from '../../db/query.ts';
import { siteTotals, users } from '../../db/schema/accounts.ts';
import { images } from '../../db/schema/images.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import { stageWith } from './change-totals.ts';
import {
  countSessions,
  IMAGE_RANGES,
  ownImages,
  ownReservations,
  ownTrash,
  SESSION_RANGES,
  sumUsers,
  sumViews,
  TRASH_RANGES,
  UPLOAD_RANGES,
  USER_RANGES,
} from './counts.ts';
import { findOwnRanges, type OwnRange } from './own-ranges.ts';

/**
 * Sets totals to what is counted. One batch clears them and adds range by range, so that it is exact beside other work
 * and may be repeated. The ranges hold every row, whatever is written before the batch.
 */

/** D1 takes a thousand statements of an invocation. Ranges grow instead, above half a million rows of the site. */
export const MAX_RANGES = 900;
/** Of a user's images of one visibility. */
const MAX_OWN_RANGES = 200;
const MAX_TRASH_RANGES = 200;
const MAX_UPLOAD_RANGES =
  MAX_RANGES - images.visibility.enumValues.length * MAX_OWN_RANGES - MAX_TRASH_RANGES;

async function collectRanges(
  db: Database,
  ranges: KeyRanges,
  max = MAX_RANGES,
): Promise<KeyRange[]> {
  const found: KeyRange[] = [];
  for await (const range of ranges.walk(db)) found.push(range);
  return ranges.cover(found, max);
}

interface UserRanges {
  readonly own: readonly OwnRange[];
  readonly trash: readonly KeyRange[];
  readonly uploads: readonly KeyRange[];
}

/** At most MAX_RANGES. */
export async function findUserRanges(db: Database, userId: number): Promise<UserRanges> {
  return {
    own: await findOwnRanges(db, userId, MAX_OWN_RANGES),
    trash: await collectRanges(db, TRASH_RANGES, MAX_TRASH_RANGES),
    uploads: await collectRanges(db, UPLOAD_RANGES, MAX_UPLOAD_RANGES),
  };
}

/** `cause` changes what is counted, in the same batch. */
export async function recountUser(
  db: Database,
  userId: number,
  cause: readonly Statement<unknown>[] = [],
): Promise<void> {
  const { own, trash, uploads } = await findUserRanges(db, userId);
  await db.batch({
    cause,
    cleared: clearUser({ userId }),
    images: own.map((range) => addOwnImages({ userId, ...range })),
    trash: trash.map((range) => addOwnTrash({ userId, ...range })),
    uploads: uploads.map((range) => addOwnReservations({ userId, ...range })),
    stage: setStage({ userId }),
  });
}

const clearUser = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ imageCount: 0, trashedCount: 0, storageUsed: 0, storageReserved: 0 })
    .where(eq(users.id, p.userId)),
);

const setStage = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(users)
    .set({ libraryStage: stageWith(0) })
    .where(eq(users.id, p.userId)),
);

const addOwnImages = prepareWrite(
  (p: Params<OwnRange & { userId: number }>) => sql`
    UPDATE ${users} SET ${addCounted(users, ['imageCount', 'storageUsed'])}
    FROM (${ownImages(p)}) AS counted WHERE ${eq(users.id, p.userId)}`,
);

const addOwnTrash = prepareWrite(
  (p: Params<KeyRange & { userId: number }>) => sql`
    UPDATE ${users} SET ${addCounted(users, ['trashedCount', 'storageUsed'])}
    FROM (${ownTrash(p)}) AS counted WHERE ${eq(users.id, p.userId)}`,
);

const addOwnReservations = prepareWrite(
  (p: Params<KeyRange & { userId: number }>) => sql`
    UPDATE ${users} SET ${addCounted(users, ['storageReserved'])}
    FROM (${ownReservations(p)}) AS counted WHERE ${eq(users.id, p.userId)}`,
);

/** From the totals of the users, which must be right. Those of users, views and sessions each in a batch. */
export async function recountSite(db: Database): Promise<void> {
  const accounts = await collectRanges(db, USER_RANGES);
  await db.batch({ cleared: clearAccounts(), added: accounts.map((range) => addAccounts(range)) });
  const viewed = await collectRanges(db, IMAGE_RANGES);
  await db.batch({ cleared: clearViews(), added: viewed.map((range) => addViews(range)) });
  const sessions = await collectRanges(db, SESSION_RANGES);
  await db.batch({ cleared: clearSessions(), added: sessions.map((range) => addSessions(range)) });
}

const USER_TOTALS = [
  'users',
  'activeUsers',
  'images',
  'trashedImages',
  'storageUsed',
  'storageReserved',
] as const;

const clearAccounts = prepareWrite(() =>
  query.update(siteTotals).set(Object.fromEntries(USER_TOTALS.map((name) => [name, 0]))),
);

const addAccounts = prepareWrite((p: Params<KeyRange>) => addToSite(USER_TOTALS, sumUsers(p)));

const clearViews = prepareWrite(() =>
  query.update(siteTotals).set({ views: 0, publishedImages: 0 }),
);

const addViews = prepareWrite((p: Params<KeyRange>) =>
  addToSite(['views', 'publishedImages'], sumViews(p)),
);

const clearSessions = prepareWrite(() => query.update(siteTotals).set({ sessions: 0 }));

const addSessions = prepareWrite((p: Params<KeyRange>) =>
  addToSite(['sessions'], countSessions(p)),
);

function addToSite(names: readonly (keyof typeof siteTotals.$inferSelect)[], counted: SQL): SQL {
  return sql`UPDATE ${siteTotals} SET ${addCounted(siteTotals, names)} FROM (${counted}) AS counted`;
}

function addCounted<Table extends SQLiteTable>(
  table: Table,
  names: readonly (keyof Table['_']['columns'] & string)[],
): SQL {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  const sums = names.map((name) => [name, sql`${columns[name]} + counted.${sql.identifier(name)}`]);
  return assignments(table, Object.fromEntries(sums) as Parameters<typeof assignments<Table>>[1]);
}
