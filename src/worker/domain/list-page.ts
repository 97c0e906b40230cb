import { fromBase64, toBase64Url, utf8 } from '../../shared/bytes.ts';
import { DomainError, type ErrorName } from './errors.ts';

/** Sort values of the last row; grants no access. */
export type CursorPosition =
  | readonly [number]
  | readonly [number, number]
  | readonly [number, number, number, number];

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string;
}

const POSITION_PATTERN = /^\d{1,16}(\.\d{1,16})*$/u;

export const READ_CURSOR_ERRORS = ['invalid_parameter'] as const satisfies readonly ErrorName[];

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

/** Cuts a page from rows that were read with `limit + 1`. */
export function takePage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => CursorPosition,
): ListPage<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last === undefined ? '' : writeCursor(positionOf(last)) };
}

export function writeCursor(position: CursorPosition): string {
  return toBase64Url(utf8(position.join('.')));
}
