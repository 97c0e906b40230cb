import { and, asc, eq, gt, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Directory } from '../../db/database.ts';
import { KeyRanges, RANGE_ROWS, type KeyRange } from '../../db/key-ranges.ts';
import { query } from '../../db/query.ts';
import { userCounts, users } from '../../db/schema/accounts.ts';
import { prepareAll, prepareOne, prepareWrite, type Params } from '../../db/statement.ts';
import { bitsOf, IDS_PER_NODE, LEVELS, NODES_BITS } from './user-counts.ts';

type Level = (typeof LEVELS)[number];

const USER_RANGES = new KeyRanges(users.id);
const IDS_PER_STATEMENT = 1024;

/**
 * Levels with a wrong count, each counted in one batch. Users come and go meanwhile, so a count that disagrees with those
 * read before proves nothing.
 */
export async function* findMiscounts(directory: Directory): AsyncGenerator<Level> {
  const counted = LEVELS.map(() => new Map<number, number>());
  for await (const range of USER_RANGES.walk(directory)) {
    for (const { node, users: count } of await directory.run(countByNode(range))) {
      for (const [index, nodes] of counted.entries()) {
        const above = Math.floor(node / 2 ** (NODES_BITS * index));
        nodes.set(above, (nodes.get(above) ?? 0) + count);
      }
    }
  }
  for (const [index, level] of LEVELS.entries()) {
    const suspects = await listSuspects(directory, level, counted[index] ?? new Map());
    for (const node of suspects) {
      if (await isRight(directory, level, node)) continue;
      yield level;
      break;
    }
  }
}

const countByNode = prepareAll((p: Params<KeyRange>) => {
  const node = sql`${users.id} >> ${bitsOf(1)}`;
  return sql<{ node: number; users: number }>`SELECT ${node} AS node, count(*) AS users
    FROM ${USER_RANGES.rows(p)} GROUP BY ${node}`;
});

async function listSuspects(
  directory: Directory,
  level: Level,
  counted: ReadonlyMap<number, number>,
): Promise<number[]> {
  const unseen = new Map(counted);
  const suspects: number[] = [];
  for (let after = -1; ;) {
    const page = await directory.run(listNodes({ level, after }));
    for (const { node, users: stated } of page) {
      if (stated !== (counted.get(node) ?? 0)) suspects.push(node);
      unseen.delete(node);
      after = node;
    }
    if (page.length < RANGE_ROWS) return [...suspects, ...unseen.keys()];
  }
}

const listNodes = prepareAll((p: Params<{ level: number; after: number }>) =>
  query
    .select({ node: userCounts.node, users: userCounts.users })
    .from(userCounts)
    .where(and(eq(userCounts.level, p.level), gt(userCounts.node, p.after)))
    .orderBy(asc(userCounts.node))
    .limit(RANGE_ROWS),
);

async function isRight(directory: Directory, level: Level, node: number): Promise<boolean> {
  const first = node * 2 ** bitsOf(level);
  const size = 2 ** bitsOf(level);
  const starts = Array.from({ length: Math.ceil(size / IDS_PER_STATEMENT) }, (_, index) => ({
    from: first + index * IDS_PER_STATEMENT,
    to: first + Math.min(size, (index + 1) * IDS_PER_STATEMENT),
  }));
  const { stated, counted } = await directory.batch({
    stated: selectNode({ level, node }),
    counted: starts.map((ids) => countIds(ids)),
  });
  return stated.users === counted.reduce((sum, part) => sum + part.users, 0);
}

const selectNode = prepareOne(
  (p: Params<{ level: number; node: number }>) => sql<{ users: number }>`
    SELECT coalesce((SELECT ${userCounts.users} FROM ${userCounts}
      WHERE ${and(eq(userCounts.level, p.level), eq(userCounts.node, p.node))}), 0) AS users`,
);

const isWithin = (p: Params<{ from: number; to: number }>): SQL | undefined =>
  and(gte(users.id, p.from), lt(users.id, p.to));

const countIds = prepareOne((p: Params<{ from: number; to: number }>) =>
  query
    .select({ users: sql<number>`count(*)` })
    .from(users)
    .where(isWithin(p)),
);

const NODES_PER_BATCH = IDS_PER_STATEMENT / IDS_PER_NODE;

/** From the lowest level up. Each batch sets some nodes right from those below, which triggers keep right since. */
export async function recountUsers(directory: Directory): Promise<void> {
  for (const level of LEVELS) {
    for (let after = -1; ;) {
      const { from } = await directory.run(selectNextNode({ level, bits: bitsOf(level), after }));
      if (from === null) break;
      const to = from + NODES_PER_BATCH;
      const nodes = { level, from, to };
      const set = level === 1 ? setLowest(nodes) : setFromBelow({ ...nodes, below: level - 1 });
      await directory.batch({ cleared: clearNodes(nodes), set });
      after = to - 1;
    }
  }
}

/** The next one that has a row or users: ids have gaps. */
const selectNextNode = prepareOne(
  (p: Params<{ level: number; bits: number; after: number }>) => sql<{ from: number | null }>`
    SELECT min(node) AS "from" FROM (
      SELECT min(${userCounts.node}) AS node FROM ${userCounts}
      WHERE ${and(eq(userCounts.level, p.level), gt(userCounts.node, p.after))}
      UNION ALL
      SELECT min(${users.id}) >> ${p.bits} FROM ${users} WHERE ${users.id} >= (${p.after} + 1) << ${p.bits}
    )`,
);

type Nodes = { readonly level: number; readonly from: number; readonly to: number };

const clearNodes = prepareWrite((p: Params<Nodes>) =>
  query
    .delete(userCounts)
    .where(
      and(eq(userCounts.level, p.level), gte(userCounts.node, p.from), lt(userCounts.node, p.to)),
    ),
);

const setLowest = prepareWrite((p: Params<Nodes>) => {
  const node = sql`${users.id} >> ${bitsOf(1)}`;
  const isIn = sql`${users.id} >= ${p.from} * ${IDS_PER_NODE} AND ${users.id} < ${p.to} * ${IDS_PER_NODE}`;
  return sql`INSERT INTO ${userCounts} (level, node, users)
    SELECT ${p.level}, ${node}, count(*) FROM ${users} WHERE ${isIn} GROUP BY ${node}`;
});

const setFromBelow = prepareWrite((p: Params<Nodes & { below: number }>) => {
  const node = sql`${userCounts.node} >> ${NODES_BITS}`;
  const width = 2 ** NODES_BITS;
  const isIn = sql`${userCounts.node} >= ${p.from} * ${width} AND ${userCounts.node} < ${p.to} * ${width}`;
  return sql`INSERT INTO ${userCounts} (level, node, users)
    SELECT ${p.level}, ${node}, sum(${userCounts.users}) FROM ${userCounts}
    WHERE ${and(eq(userCounts.level, p.below), isIn)} GROUP BY ${node}`;
});
