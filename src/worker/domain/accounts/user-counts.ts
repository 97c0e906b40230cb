import { eq, sql, type SQL } from 'drizzle-orm';
import { insertFrom, query } from '../../db/query.ts';
import { userCounts, users } from '../../db/schema/accounts.ts';
import { prepareAll, prepareWrite, type SqlParam, type Statement } from '../../db/statement.ts';

/** A level-1 node covers 32 ids, a higher one 8 nodes below it. */

const IDS_BITS = 5;
const NODES_BITS = 3;
const LEVELS = [1, 2, 3, 4, 5] as const;
const TOP_LEVEL = LEVELS.length;

export const IDS_PER_NODE = 2 ** IDS_BITS;

const { level, node, users: counted } = userCounts;

/**
 * The user at `offset` in id order: its level-1 `node`, and `rest` users before it there. A walk goes down into the
 * node of that position, else to the next node.
 */
export function findUserPosition(offset: SqlParam<number>): SQL {
  const isHere = sql`walk.held > walk.rest`;
  const nextLevel = sql`iif(${isHere}, walk.level - 1, walk.level)`;
  const nextNode = sql`iif(${isHere}, walk.node * ${2 ** NODES_BITS}, walk.node + 1)`;
  return sql`WITH RECURSIVE walk (level, node, rest, held) AS (
      SELECT ${TOP_LEVEL}, 0, ${offset} + 0, ${countOfNode(sql`${TOP_LEVEL}`, sql`0`)}
      UNION ALL
      SELECT ${nextLevel}, ${nextNode}, iif(${isHere}, walk.rest, walk.rest - walk.held), ${countOfNode(nextLevel, nextNode)}
      FROM walk WHERE NOT (walk.level = 1 AND ${isHere})
        AND walk.node >> (${NODES_BITS} * (${TOP_LEVEL} - walk.level))
          <= (SELECT max(${node}) FROM ${userCounts} WHERE ${level} = ${TOP_LEVEL})
    )
    SELECT node, rest FROM walk WHERE level = 1 AND held > rest`;
}

function countOfNode(ofLevel: SQL, ofNode: SQL): SQL {
  return sql`coalesce((SELECT ${counted} FROM ${userCounts} WHERE ${level} = ${ofLevel} AND ${node} = ${ofNode}), 0)`;
}

/** Levels with wrong counts. Each reads all users twice: too much for one statement. */
export const MISCOUNTS = LEVELS.map((height) =>
  prepareAll(() => {
    const bits = bitsOf(height);
    const within = sql`${users.id} BETWEEN ${node} << ${bits} AND ((${node} + 1) << ${bits}) - 1`;
    const ofLevel = eq(level, height);
    return sql<{ id: number }>`SELECT ${height} AS id WHERE
      (SELECT coalesce(sum(${counted}), 0) FROM ${userCounts} WHERE ${ofLevel}) <> (SELECT count(*) FROM ${users})
      OR EXISTS (SELECT 1 FROM ${userCounts} WHERE ${ofLevel}
        AND ${counted} <> (SELECT count(*) FROM ${users} WHERE ${within}))`;
  }),
);

export function recountUsers(): Statement<number>[] {
  return [clearCounts(), ...RECOUNTS.map((recount) => recount())];
}

const clearCounts = prepareWrite(() => query.delete(userCounts));

const RECOUNTS = LEVELS.map((height) =>
  prepareWrite(() => {
    const range = sql`${users.id} >> ${bitsOf(height)}`;
    return insertFrom(
      userCounts,
      { level: sql`${height}`, node: range, users: sql`count(*)` },
      sql`FROM ${users} GROUP BY ${range}`,
    );
  }),
);

function bitsOf(height: number): number {
  return IDS_BITS + NODES_BITS * (height - 1);
}
