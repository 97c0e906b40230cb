import { describeError } from '../lib/log.ts';
import type { Services } from './services.ts';

/** A failing row stops only itself: a failing group is halved. `handle` must be idempotent. */

const MAX_FAILED_ROWS = 100;
/** Consecutive failures that mean an outage; more tries would delay the other sweeps. */
const MAX_CONSECUTIVE_FAILURES = 100;

interface ProcessedRows<Row> {
  readonly done: number;
  readonly failed: readonly { readonly row: Row; readonly error: unknown }[];
  readonly untried: readonly Row[];
  readonly error: unknown;
}

export async function processRows<Row>(
  groups: readonly (readonly Row[])[],
  handle: (rows: readonly Row[]) => Promise<number>,
  maxFailures: number,
): Promise<ProcessedRows<Row>> {
  const waiting = [...groups];
  const failed: { row: Row; error: unknown }[] = [];
  let done = 0;
  let consecutiveFailures = 0;
  let lastError: unknown;
  while (consecutiveFailures < maxFailures) {
    const group = waiting.shift();
    if (group === undefined) break;
    try {
      done += await handle(group);
      consecutiveFailures = 0;
    } catch (error) {
      lastError = error;
      consecutiveFailures += 1;
      const [row] = group;
      const middle = Math.ceil(group.length / 2);
      if (group.length > 1) waiting.unshift(group.slice(0, middle), group.slice(middle));
      else if (row !== undefined) failed.push({ row, error });
    }
  }
  return { done, failed, untried: waiting.flat(), error: lastError };
}

export type RowKey = string | number;

interface SweptRows<Row> {
  readonly part: string;
  /** The next due rows, without these keys. */
  readonly select: (seen: readonly RowKey[]) => Promise<readonly Row[]>;
  /** Rows of one selection. */
  readonly limit: number;
  /** Rows of a run; by default those of one selection. */
  readonly most?: number;
  readonly keyOf: (row: Row) => RowKey;
  /** Returns how many rows were due. */
  readonly handle: (rows: readonly Row[]) => Promise<number>;
  readonly alone?: boolean;
}

/**
 * Goes on until `most` rows are processed or none is due. Further rows take the place of failed ones, so that those block
 * nothing. Returns the number processed.
 */
export async function sweepRows<Row>(
  { log }: Pick<Services, 'log'>,
  { part, select, limit, most = limit, keyOf, handle, alone = false }: SweptRows<Row>,
): Promise<number> {
  const seen: RowKey[] = [];
  let done = 0;
  let failures = 0;
  for (let left = most; left > 0;) {
    const wanted = Math.min(limit, left);
    const rows = (await select(seen)).slice(0, wanted);
    if (rows.length === 0) return done;
    const groups = alone ? rows.map((row) => [row]) : [rows];
    const processed = await processRows(groups, handle, MAX_CONSECUTIVE_FAILURES);
    for (const { row, error } of processed.failed) {
      log.error('sweep_row_failed', { part, row: keyOf(row), reason: describeError(error) });
    }
    seen.push(...rows.map(keyOf));
    done += processed.done;
    failures += processed.failed.length;
    if (processed.untried.length > 0 || failures >= MAX_FAILED_ROWS) {
      log.error('sweep_gave_up', { part, reason: describeError(processed.error) });
      return done;
    }
    if (rows.length < wanted) return done;
    left -= rows.length - processed.failed.length;
  }
  return done;
}
