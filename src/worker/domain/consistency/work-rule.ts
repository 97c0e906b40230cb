import { sql, type SQL } from 'drizzle-orm';
import type { KeyRange, KeyRanges } from '../../db/key-ranges.ts';
import { prepareAll, type Params, type SqlParam, type Statement } from '../../db/statement.ts';
import type { Repair } from './finding.ts';

/** Times before `overdue`, in milliseconds, are too old. */
export type RuleValues = KeyRange & { readonly overdue: number };

type SelectRows = (values: RuleValues) => Statement<{ id: number | string }[]>;

export interface WorkRule {
  readonly subject: string;
  readonly problem: string;
  readonly select: SelectRows;
  readonly repair?: (id: string) => Repair;
  /** Not if a row of the group's `selectMoved` is anywhere in the table. */
  readonly isUnlessMoving?: boolean;
}

export interface RuleGroup {
  readonly ranges: KeyRanges;
  readonly rules: readonly WorkRule[];
  readonly selectMoved?: SelectRows;
}

/** The keys of a range's rows under a condition. */
export function rowsWhere(
  ranges: KeyRanges,
  condition: (overdue: SqlParam<number>) => SQL | undefined,
): SelectRows {
  return prepareAll(
    (p: Params<RuleValues>) => sql<{ id: number | string }>`
      SELECT ${ranges.key} AS id FROM ${ranges.rows(p)} WHERE ${condition(p.overdue)}`,
  );
}
