import { toHttpDate } from '../lib/http-date.ts';
import type { OpenedImage } from '../domain/delivery/read-object.ts';

/** For every answer under /i/, refusals too: an image runs no script, loads nothing and sends no referrer. */
export const HARDENING_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export const NO_STORE_HEADERS = {
  'Cache-Control': 'no-store',
  'CDN-Cache-Control': 'no-store',
  'Surrogate-Control': 'no-store',
} as const;

export function toImageResponse(opened: OpenedImage): Response {
  return new Response(opened.body, {
    status: opened.selection.status,
    headers: takeHeaders(opened),
  });
}

/** For scripts of other sites (Fetch Standard, CORS protocol). */
const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Content-Range, ETag',
} as const;

/** Content from its start, or 304. */
export function isView(method: string, { selection }: OpenedImage): boolean {
  if (method !== 'GET') return false;
  const { status } = selection;
  return status === 200 || status === 304 || (status === 206 && selection.offset === 0);
}

/** Never stale: for the rest of the image's life in caches. */
export function allowCaching(secondsLeft: number, caches: 'public' | 'private') {
  return { ...SHARED_HEADERS, 'Cache-Control': toCacheControl(secondsLeft, caches) };
}

/** Never stale. `private` allows browsers' caches alone. */
export function toCacheControl(
  secondsLeft: number,
  caches: 'public' | 'private' = 'public',
): string {
  return `${caches}, max-age=${String(secondsLeft)}, must-revalidate`;
}

/** Built once for each record: these headers cost as much as the rest of a hot answer. */
const heldHeaders = new WeakMap<
  OpenedImage['record'],
  { secondsLeft: number; readonly headers: Headers }
>();

function takeHeaders(opened: OpenedImage): HeadersInit {
  const { record, selection, secondsLeft } = opened;
  if (selection.status !== 200 || secondsLeft === null) return describeOpened(opened);
  const held = heldHeaders.get(record);
  if (held === undefined) {
    const headers = new Headers(describeOpened(opened));
    heldHeaders.set(record, { secondsLeft, headers });
    return headers;
  }
  // Answers have copies of them.
  if (held.secondsLeft !== secondsLeft) {
    held.headers.set('Cache-Control', toCacheControl(secondsLeft));
    held.secondsLeft = secondsLeft;
  }
  return held.headers;
}

function describeOpened({ record, selection, secondsLeft }: OpenedImage): Record<string, string> {
  const { status } = selection;
  const headers: Record<string, string> = {
    ...HARDENING_HEADERS,
    'Accept-Ranges': 'bytes',
    ETag: record.etag,
    'Last-Modified': toHttpDate(record.lastModifiedMs),
  };
  if (secondsLeft !== null) {
    Object.assign(headers, allowCaching(secondsLeft, 'public'));
  }
  if (record.allowedSites !== undefined) headers['Vary'] = 'Referer';
  if (secondsLeft === null || status === 412 || status === 416) {
    Object.assign(headers, NO_STORE_HEADERS);
  }
  // An answer without content says nothing about the bytes (RFC 9110, 15.4.5).
  if (status === 200 || status === 206) {
    headers['Content-Disposition'] = record.disposition;
    headers['Content-Length'] = String(status === 206 ? selection.length : record.size);
    headers['Content-Type'] = record.mimeType;
  }
  const contentRange = describeRange(selection, record.size);
  if (contentRange !== null) headers['Content-Range'] = contentRange;
  return headers;
}

function describeRange(selection: OpenedImage['selection'], size: number): string | null {
  if (selection.status === 416) return `bytes */${String(size)}`;
  if (selection.status !== 206) return null;
  const { offset, length } = selection;
  return `bytes ${String(offset)}-${String(offset + length - 1)}/${String(size)}`;
}
