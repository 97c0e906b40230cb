import { describeError } from '../lib/log.ts';
import type { Services } from './services.ts';

/**
 * Work on many rows, of which one that fails must stop only itself. Rows are dealt with together where that is cheaper;
 * a group that fails is halved until the rows that make it fail stand alone. Dealing with a row must be safe to repeat.
 */

/** Rows that a run gives up on before it leaves the rest to the next one. */
const MAX_FAILED_ROWS = 100;
/** As many failures in a row are an outage: what it costs to ask that often must not keep the other sweeps waiting. */
const SWEEP_PATIENCE = 100;

interface Dealt<Row> {
  /** As `deal` counts. */
  readonly done: number;
  readonly failed: readonly { readonly row: Row; readonly error: unknown }[];
  /** Left alone because too much had failed in a row. */
  readonly untried: readonly Row[];
  /** The last failure; undefined when there was none. */
  readonly error: unknown;
}

/** Deals with groups of rows. After `patience` failures in a row, what is left is not tried any more. */
export async function processRows<Row>(
  groups: readonly (readonly Row[])[],
  deal: (rows: readonly Row[]) => Promise<number>,
  patience: number,
): Promise<Dealt<Row>> {
  const waiting = [...groups];
  const failed: { row: Row; error: unknown }[] = [];
  let done = 0;
  let failuresInARow = 0;
  let lastError: unknown;
  while (failuresInARow < patience) {
    const group = waiting.shift();
    if (group === undefined) break;
    try {
      done += await deal(group);
      failuresInARow = 0;
    } catch (error) {
      lastError = error;
      failuresInARow += 1;
      const [row] = group;
      const middle = Math.ceil(group.length / 2);
      if (group.length > 1) waiting.unshift(group.slice(0, middle), group.slice(middle));
      else if (row !== undefined) failed.push({ row, error });
    }
  }
  return { done, failed, untried: waiting.flat(), error: lastError };
}

/** What tells a row from the others of its table. */
export type RowKey = string | number;

interface SweptRows<Row> {
  /** What the log calls the work. */
  readonly part: string;
  /** The next due rows that are not among the keys given, at most `limit`. */
  readonly select: (seen: readonly RowKey[]) => Promise<readonly Row[]>;
  readonly limit: number;
  /** Keys of rows that earlier sweeps of the same run have seen; those that this one sees are added. */
  readonly seen?: RowKey[];
  readonly keyOf: (row: Row) => RowKey;
  /** Deals with rows, and returns how many of them there really were to deal with. */
  readonly deal: (rows: readonly Row[]) => Promise<number>;
  /** Whether rows are dealt with one by one from the start. */
  readonly alone?: boolean;
}

/**
 * Deals with the due rows of a sweep, at most `limit` in a run. For those that fail, each of them reported, the run
 * takes as many others: what cannot be dealt with keeps nothing that comes after it waiting.
 * @returns how many it dealt with.
 */
export async function sweepRows<Row>(
  { log }: Pick<Services, 'log'>,
  { part, select, limit, seen = [], keyOf, deal, alone = false }: SweptRows<Row>,
): Promise<number> {
  let done = 0;
  let failures = 0;
  let wanted = limit;
  for (;;) {
    const rows = (await select(seen)).slice(0, wanted);
    if (rows.length === 0) return done;
    const groups = alone ? rows.map((row) => [row]) : [rows];
    const dealt = await processRows(groups, deal, SWEEP_PATIENCE);
    for (const { row, error } of dealt.failed) {
      log.error('sweep_row_failed', { part, row: keyOf(row), reason: describeError(error) });
    }
    seen.push(...rows.map(keyOf));
    done += dealt.done;
    failures += dealt.failed.length;
    if (dealt.untried.length > 0 || failures >= MAX_FAILED_ROWS) {
      log.error('sweep_gave_up', { part, reason: describeError(dealt.error) });
      return done;
    }
    if (dealt.failed.length === 0 || rows.length < wanted) return done;
    wanted = dealt.failed.length;
  }
}
