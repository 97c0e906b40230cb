import { selectSiteCounts, selectUserCounts, type Recount } from '../accounting/counts.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

const PAGE_USERS = 200;

/** One statement per user. */
export async function* checkUsers({ db }: ConsistencyServices): AsyncGenerator<Finding> {
  for (let after = 0; ;) {
    const page = await db.run(selectUserCounts({ after, limit: PAGE_USERS }));
    for (const { userId, ...recount } of page) {
      for (const problem of compare(recount)) {
        const subject = `user ${String(userId)}`;
        yield { subject, problem, repair: { action: 'recount_user', userId } };
      }
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.userId;
  }
}

/** One statement, so that nothing changes in between. */
export async function* checkSite({ db }: ConsistencyServices): AsyncGenerator<Finding> {
  const recount = await db.run(selectSiteCounts());
  if (recount === null) return;
  for (const problem of compare(recount)) {
    yield { subject: 'site', problem, repair: { action: 'recount_site' } };
  }
}

function compare({ stated, counted }: Recount<string>): string[] {
  return Object.entries(counted)
    .filter(([name, value]) => stated[name] !== value)
    .map(
      ([name, value]) => `${toColumn(name)} is ${String(stated[name])}, counted ${String(value)}`,
    );
}

function toColumn(field: string): string {
  return field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
