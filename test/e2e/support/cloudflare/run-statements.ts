import type { DatabaseSync } from 'node:sqlite';
import { Refusal } from './answers.ts';

interface Result {
  readonly results: unknown[];
  readonly success: true;
  readonly meta: Readonly<Record<string, number>>;
}

/** Runs a call's statements as one transaction, as D1 does. */
export const runStatements = (rows: DatabaseSync, text: string): Result[] => {
  rows.exec('BEGIN');
  try {
    const results = runEach(rows, text);
    rows.exec('COMMIT');
    return results;
  } catch (error) {
    rows.exec('ROLLBACK');
    throw new Refusal(400, 7500, (error as Error).message);
  }
};

const runEach = (rows: DatabaseSync, text: string): Result[] => {
  const results: Result[] = [];
  let statement = '';
  for (const piece of text.split(/(?<=;)/u)) {
    statement += piece;
    if (isBlank(statement)) continue;
    // A semicolon may stand in a text or a trigger: SQLite knows where a statement ends.
    if (!isWhole(rows, statement)) continue;
    results.push(run(rows, statement));
    statement = '';
  }
  if (!isBlank(statement)) results.push(run(rows, statement));
  return results;
};

const isBlank = (text: string): boolean => text.replaceAll(/--.*$/gmu, '').trim() === '';

const isWhole = (rows: DatabaseSync, statement: string): boolean => {
  try {
    rows.prepare(statement);
    return true;
  } catch (error) {
    return !/incomplete input|unrecognized token/u.test((error as Error).message);
  }
};

const run = (rows: DatabaseSync, text: string): Result => {
  const statement = rows.prepare(text);
  if (statement.columns().length > 0) return describe(statement.all(), 0);
  return describe([], Number(statement.run().changes));
};

const describe = (results: unknown[], changes: number): Result => ({
  results,
  success: true,
  meta: { changes, duration: 0, rows_read: 0, rows_written: 0, size_after: 0 },
});
