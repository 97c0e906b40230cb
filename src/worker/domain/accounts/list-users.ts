import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { limitTo, selectFields } from '../../db/query.ts';
import { users, type UserStatus } from '../../db/schema/accounts.ts';
import { prepareAll, prepareOne, type Params } from '../../db/statement.ts';
import { selectTotals } from '../accounting/read-totals.ts';
import type { Services } from '../services.ts';
import type { Account } from './read-account.ts';
import { findUserPosition, IDS_PER_NODE } from './user-counts.ts';

export const USER_SORTS = ['id', 'newest', 'storage', 'last_seen'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export interface UserQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** A part of names or addresses, in any case; '' lists all users. */
  readonly search: string;
  /** '' lists users of any status. */
  readonly status: UserStatus | '';
  readonly sort: UserSort;
}

export interface UserPage {
  readonly users: readonly Account[];
  readonly total: number;
}

/**
 * One round trip. A page of all users by id costs the same however many there are, and newest first it reads the ids
 * before it. A search, a status and the sorts by storage and last visit read each user.
 */
export async function listUsers(
  { directory }: Pick<Services, 'directory'>,
  { page, pageSize, search, status, sort }: UserQuery,
): Promise<UserPage> {
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  if (search === '' && status === '') {
    const { totals, rows } = await directory.batch({
      totals: selectTotals(),
      rows: SELECT_ALL[sort](range),
    });
    return { users: rows, total: totals.users };
  }
  const filter = { search: search.toLowerCase(), status };
  const { found, rows } = await directory.batch({
    found: countFound(filter),
    rows: SELECT_FOUND[sort]({ ...filter, ...range }),
  });
  return { users: rows, total: found.users };
}

type Range = { offset: number; limit: number };
type Filter = { search: string; status: UserStatus | '' };

const FIELDS = selectFields(getTableColumns(users));

const SORTED: Readonly<Record<UserSort, SQL>> = {
  id: sql`${users.id}`,
  newest: sql`${users.id} DESC`,
  storage: sql`${users.storageUsed} DESC, ${users.id}`,
  /** Nulls are the smallest. */
  last_seen: sql`${users.lastSeenAt} DESC, ${users.id}`,
};

const SELECT_ALL = {
  id: prepareAll(
    (p: Params<Range>) =>
      sql<Account>`WITH position AS MATERIALIZED (${findUserPosition(p.offset)})
        SELECT ${FIELDS} FROM ${users} WHERE ${users.id} >= (SELECT node * ${IDS_PER_NODE} FROM position)
        ORDER BY ${users.id} LIMIT ${limitTo(p.limit)} OFFSET coalesce((SELECT rest FROM position), 0)`,
  ),
  newest: prepareAll((p: Params<Range>) => selectSorted('newest', p)),
  storage: prepareAll((p: Params<Range>) => selectSorted('storage', p)),
  last_seen: prepareAll((p: Params<Range>) => selectSorted('last_seen', p)),
};

const countFound = prepareOne(
  (p: Params<Filter>) =>
    sql<{ users: number }>`SELECT count(*) AS users FROM ${users} WHERE ${matches(p)}`,
);

const SELECT_FOUND = {
  id: prepareAll((p: Params<Filter & Range>) => selectSorted('id', p, matches(p))),
  newest: prepareAll((p: Params<Filter & Range>) => selectSorted('newest', p, matches(p))),
  storage: prepareAll((p: Params<Filter & Range>) => selectSorted('storage', p, matches(p))),
  last_seen: prepareAll((p: Params<Filter & Range>) => selectSorted('last_seen', p, matches(p))),
};

/** Sorts ids alone, and reads the accounts of the page. */
function selectSorted(sort: UserSort, p: Params<Range>, condition: SQL = sql`true`): SQL<Account> {
  return sql`SELECT ${FIELDS} FROM (
      SELECT ${users.id} AS id FROM ${users} WHERE ${condition}
      ORDER BY ${SORTED[sort]} LIMIT ${limitTo(p.limit)} OFFSET ${p.offset} + 0
    ) AS found CROSS JOIN ${users} ON ${users.id} = found.id ORDER BY ${SORTED[sort]}`;
}

function matches(p: Params<Filter>): SQL {
  return sql`(instr(${users.username}, ${p.search}) > 0 OR instr(${users.email}, ${p.search}) > 0)
    AND (${p.status} = '' OR ${users.status} = ${p.status})`;
}
