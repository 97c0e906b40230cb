import { fromBase64, toBase64Url, utf8 } from '../../shared/bytes.ts';
import { DomainError, type ErrorName } from './errors.ts';

/** Where a list goes on: the numbers by which it is sorted, of its last row. They grant nothing. */
export type CursorPosition = readonly [number] | readonly [number, number];

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** '' when no more follow. */
  readonly nextCursor: string;
}

const POSITION_PATTERN = /^\d{1,16}(\.\d{1,16})*$/u;

export const READ_CURSOR_ERRORS = [
  // A cursor of another list.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Reads where a list goes on; '' begins at `start`. */
export function readCursor<Position extends CursorPosition>(
  cursor: string,
  start: Position,
): Position {
  if (cursor === '') return start;
  const text = new TextDecoder().decode(fromBase64(cursor) ?? undefined);
  const position = POSITION_PATTERN.test(text) ? text.split('.').map(Number) : [];
  if (position.length === start.length) return position as unknown as Position;
  throw new DomainError('invalid_parameter', { message: 'cursor: unknown' });
}

/** Makes a page of rows of which one more than the limit was asked for. */
export function takePage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => CursorPosition,
): ListPage<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const nextCursor = last === undefined ? '' : toBase64Url(utf8(positionOf(last).join('.')));
  return { rows: page, nextCursor };
}
