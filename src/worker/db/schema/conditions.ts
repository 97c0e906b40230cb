import { gt, gte, inArray, sql, type SQL } from 'drizzle-orm';
import { check, type CheckBuilder, type SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Inlines a condition's values, as a CHECK or an index's WHERE requires. */
export function inlineValues(condition: SQL): SQL {
  return sql`${condition}`.inlineParams();
}

/** With Drizzle's name, since the migrations name no checks. */
export function checkColumn(column: SQLiteColumn, condition: SQL): CheckBuilder {
  return check(`${column.name}_check`, inlineValues(condition));
}

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

export function checkSha256(column: SQLiteColumn): CheckBuilder {
  return checkColumn(column, sql`length(${column}) = 64`);
}
