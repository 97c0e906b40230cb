import { gt, gte, inArray, sql, type SQL } from 'drizzle-orm';
import { check, type CheckBuilder, type SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** A condition whose values stand in its text, as a CHECK or the WHERE of an index needs them. */
export function inlineValues(condition: SQL): SQL {
  return sql`${condition}`.inlineParams();
}

/** A CHECK of one column. The name is Drizzle's: the migrations name none of their checks. */
export function checkColumn(column: SQLiteColumn, condition: SQL): CheckBuilder {
  return check(`${column.name}_check`, inlineValues(condition));
}

/** That a column holds one of the values of its `enum`. */
export function checkEnum(column: SQLiteColumn): CheckBuilder {
  return checkColumn(column, inArray(column, column.enumValues ?? []));
}

export function checkNotNegative(column: SQLiteColumn): CheckBuilder {
  return checkColumn(column, gte(column, 0));
}

export function checkPositive(column: SQLiteColumn): CheckBuilder {
  return checkColumn(column, gt(column, 0));
}

export function checkJson(column: SQLiteColumn): CheckBuilder {
  return checkColumn(column, sql`json_valid(${column})`);
}

/** That a column has the length of a SHA-256 in hexadecimal. */
export function checkSha256(column: SQLiteColumn): CheckBuilder {
  return checkColumn(column, sql`length(${column}) = 64`);
}
