import { sql, type SQL } from 'drizzle-orm';
import { userCounts } from '../../db/schema/accounts.ts';
import type { SqlParam } from '../../db/statement.ts';

/** A level-1 node covers 32 ids, a higher one 8 nodes below it. */

const IDS_BITS = 5;
export const NODES_BITS = 3;
export const LEVELS = [1, 2, 3, 4, 5] as const;
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

export function bitsOf(height: number): number {
  return IDS_BITS + NODES_BITS * (height - 1);
}
