import type { Database } from '../../src/worker/db/database.ts';
import type { SqlValue, Statement } from '../../src/worker/db/statement.ts';

/** SQL as text. Tests read and change the database without the statements of the code under test. */
export type RawStatement = Statement<readonly Record<string, unknown>[]>;

export const statement = (text: string, ...values: SqlValue[]): RawStatement => ({
  text,
  values,
  read: readRaw,
});

const readRaw: RawStatement['read'] = ({ rows }) => rows;

export const isRaw = ({ read }: Statement<unknown>): boolean => read === readRaw;

/** Runs one statement and returns its rows. */
export const readRows = async <Row>(db: Database, query: RawStatement): Promise<Row[]> =>
  [...(await db.run(query))] as Row[];

type Rows = readonly Record<string, unknown>[];

/** Runs statements as one batch; returns the rows of each raw statement. */
export const runBatch = async (
  db: Database,
  statements: readonly Statement<unknown>[],
): Promise<readonly Rows[]> => (await db.batch({ statements })).statements as readonly Rows[];
