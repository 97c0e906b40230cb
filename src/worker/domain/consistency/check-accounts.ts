import type { Database } from '../../db/database.ts';
import {
  IMAGE_RANGES,
  listImageSums,
  listReservations,
  listTrashSums,
  listUserTotals,
  selectOwnImages,
  selectOwnReservations,
  selectOwnTrash,
  selectUserTotals,
  TRASH_RANGES,
  UPLOAD_RANGES,
  USER_RANGES,
  type UserTotals,
} from '../accounting/counts.ts';
import { findUserRanges } from '../accounting/recount.ts';
import { checkSite } from './check-site.ts';
import { compareTotals, sumTotals, type Recount } from './compare-totals.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const NOTHING: UserTotals = {
  storageUsed: 0,
  storageReserved: 0,
  imageCount: 0,
  trashedCount: 0,
};

/**
 * Adds up ranges of rows, which change meanwhile. A user who seems wrong is counted again in one batch, thus at one
 * moment. Findings come at the end: a repair during the check would disturb the sums of the site.
 */
export async function* checkAccounts({ db }: ConsistencyServices): AsyncGenerator<Finding> {
  const findings: Finding[] = [];
  const wrong: Recount<keyof UserTotals>[] = [];
  for (const userId of await listSuspects(db)) {
    const recount = await recountExactly(db, userId);
    const problems = recount === null ? [] : compareTotals(recount);
    if (recount !== null && problems.length > 0) wrong.push(recount);
    for (const problem of problems) {
      const subject = `user ${String(userId)}`;
      findings.push({ subject, problem, repair: { action: 'recount_user', userId } });
    }
  }
  findings.push(...(await checkSite(db, wrong)));
  yield* findings;
}

/** Users whose totals disagree with sums of different moments. */
async function listSuspects(db: Database): Promise<number[]> {
  const counted = new Map<number, UserTotals>();
  const add = ({ userId, ...part }: Partial<UserTotals> & { readonly userId: number }): void => {
    counted.set(userId, sumTotals(counted.get(userId) ?? NOTHING, [{ ...NOTHING, ...part }]));
  };
  for await (const range of IMAGE_RANGES.walk(db)) {
    (await db.run(listImageSums(range))).forEach(add);
  }
  for await (const range of TRASH_RANGES.walk(db)) {
    (await db.run(listTrashSums(range))).forEach(add);
  }
  for await (const range of UPLOAD_RANGES.walk(db)) {
    (await db.run(listReservations(range))).forEach(add);
  }
  const suspects: number[] = [];
  for await (const range of USER_RANGES.walk(db)) {
    for (const { userId, ...stated } of await db.run(listUserTotals(range))) {
      const problems = compareTotals({ stated, counted: counted.get(userId) ?? NOTHING });
      if (problems.length > 0) suspects.push(userId);
    }
  }
  return suspects;
}

/** Null without the user. */
async function recountExactly(
  db: Database,
  userId: number,
): Promise<Recount<keyof UserTotals> | null> {
  const ranges = await findUserRanges(db, userId);
  const { stated, images, trash, uploads } = await db.batch({
    stated: selectUserTotals({ userId }),
    images: ranges.own.map((range) => selectOwnImages({ userId, ...range })),
    trash: ranges.trash.map((range) => selectOwnTrash({ userId, ...range })),
    uploads: ranges.uploads.map((range) => selectOwnReservations({ userId, ...range })),
  });
  if (stated === null) return null;
  const parts = [...images, ...trash, ...uploads].map((part) => ({ ...NOTHING, ...part }));
  return { stated, counted: sumTotals(NOTHING, parts) };
}
