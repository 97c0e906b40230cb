import { parseHttpDate } from './http-date.ts';

export interface Validators {
  /** Strong, quotes included. */
  readonly etag: string;
  /** Milliseconds; compared to the second, as HTTP-dates are. */
  readonly lastModifiedMs: number;
  readonly size: number;
}

export type SelectedAnswer =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly offset: number; readonly length: number };

const CONDITION_HEADERS = [
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'If-Unmodified-Since',
] as const;

const ENTITY_TAG = /(?:W\/)?"[\u0021\u0023-\u007E\u0080-\u00FF]*"/gu;
const SINGLE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/iu;

/** In the order of RFC 9110, 13.2.2. A range counts for GET alone. */
export function selectAnswer(
  method: string,
  headers: Headers,
  validators: Validators,
  nowMs: number,
): SelectedAnswer {
  const modifiedMs = toSecond(validators.lastModifiedMs);

  const ifMatch = headers.get('If-Match');
  if (ifMatch !== null) {
    if (!listsTag(ifMatch, validators.etag, 'strong')) return { status: 412 };
  } else {
    const unmodifiedSince = readDate(headers, 'If-Unmodified-Since', nowMs);
    if (unmodifiedSince !== null && modifiedMs > unmodifiedSince) return { status: 412 };
  }

  const ifNoneMatch = headers.get('If-None-Match');
  if (ifNoneMatch !== null) {
    if (listsTag(ifNoneMatch, validators.etag, 'weak')) return { status: 304 };
  } else {
    const modifiedSince = readDate(headers, 'If-Modified-Since', nowMs);
    if (modifiedSince !== null && modifiedMs <= modifiedSince) return { status: 304 };
  }

  const range = headers.get('Range');
  if (range === null || method !== 'GET') return { status: 200 };
  const ifRange = headers.get('If-Range');
  if (ifRange !== null && !isSameForRange(ifRange, validators, nowMs)) return { status: 200 };
  return selectRange(range, validators.size);
}

export function hasConditions(headers: Headers): boolean {
  return CONDITION_HEADERS.some((name) => headers.has(name));
}

function toSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** A weak tag only counts in a weak comparison (RFC 9110, 8.8.3.2). */
export function listsTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const tags: readonly string[] = list.match(ENTITY_TAG) ?? [];
  return tags.includes(etag) || (comparison === 'weak' && tags.includes(`W/${etag}`));
}

function readDate(headers: Headers, name: string, nowMs: number): number | null {
  const text = headers.get(name);
  return text === null ? null : parseHttpDate(text, nowMs);
}

/** If-Range: the exact entity tag, strong, or the exact date (RFC 9110, 13.1.5). */
function isSameForRange(value: string, validators: Validators, nowMs: number): boolean {
  return value.endsWith('"')
    ? value === validators.etag
    : parseHttpDate(value, nowMs) === toSecond(validators.lastModifiedMs);
}

/** Several ranges or a malformed one mean the whole (RFC 9110, 14.2). */
function selectRange(range: string, size: number): SelectedAnswer {
  const [matched, first, last, suffix] = SINGLE_RANGE.exec(range) ?? [];
  if (matched === undefined) return { status: 200 };
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? { status: 416 } : { status: 206, offset: size - length, length };
  }
  const offset = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < offset) return { status: 200 };
  if (offset >= size) return { status: 416 };
  return { status: 206, offset, length: end - offset + 1 };
}
