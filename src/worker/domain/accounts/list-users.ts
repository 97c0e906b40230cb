import { getTableColumns, sql } from 'drizzle-orm';
import { limitTo, selectFields } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareAll, prepareOne, type Params } from '../../db/statement.ts';
import { selectTotals } from '../accounting/read-totals.ts';
import type { Services } from '../services.ts';
import type { Account } from './read-account.ts';
import { findUserPosition, IDS_PER_NODE } from './user-counts.ts';

export interface UserQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Case-insensitive prefix of names or addresses; '' lists all users. */
  readonly search: string;
}

export interface UserPage {
  readonly users: readonly Account[];
  readonly total: number;
}

/** Each search reads at most this many names and as many addresses. */
export const SEARCHED_USERS = 100;

/** Sorts after every character of a name or an address. */
const LAST_CHARACTER = '\u{10FFFF}';

/** One round trip, at a cost independent of the number of users. */
export async function listUsers(
  { db }: Pick<Services, 'db'>,
  { page, pageSize, search }: UserQuery,
): Promise<UserPage> {
  const offset = (page - 1) * pageSize;
  if (search === '') {
    const { totals, rows } = await db.batch({
      totals: selectTotals(),
      rows: selectPage({ offset, limit: pageSize }),
    });
    return { users: rows, total: totals.users };
  }
  const from = search.toLowerCase();
  const range = { from, to: from + LAST_CHARACTER };
  const { found, rows } = await db.batch({
    found: countFound(range),
    rows: selectFoundPage({ ...range, offset, limit: pageSize }),
  });
  return { users: rows, total: found.users };
}

const FIELDS = selectFields(getTableColumns(users));

const selectPage = prepareAll(
  (p: Params<{ offset: number; limit: number }>) =>
    sql<Account>`WITH position AS MATERIALIZED (${findUserPosition(p.offset)})
      SELECT ${FIELDS} FROM ${users} WHERE ${users.id} >= (SELECT node * ${IDS_PER_NODE} FROM position)
      ORDER BY ${users.id} LIMIT ${limitTo(p.limit)} OFFSET coalesce((SELECT rest FROM position), 0)`,
);

type Range = { from: string; to: string };

const countFound = prepareOne(
  (range: Params<Range>) =>
    sql<{ users: number }>`SELECT count(*) AS users FROM (${matchUsers(range)})`,
);

const selectFoundPage = prepareAll(
  (p: Params<Range & { offset: number; limit: number }>) =>
    sql<Account>`SELECT ${FIELDS} FROM (
      ${matchUsers({ from: p.from, to: p.to })} ORDER BY id LIMIT ${limitTo(p.limit)} OFFSET ${p.offset} + 0
    ) AS found CROSS JOIN ${users} ON ${users.id} = found.id ORDER BY found.id`,
);

function matchUsers(p: Params<Range>) {
  const [byName, byEmail] = [users.username, users.email].map(
    (column) =>
      sql`SELECT * FROM (SELECT ${users.id} AS id FROM ${users} WHERE ${column} >= ${p.from} AND ${column} < ${p.to}
        ORDER BY ${column} LIMIT ${SEARCHED_USERS})`,
  );
  return sql`${byName} UNION ${byEmail}`;
}
