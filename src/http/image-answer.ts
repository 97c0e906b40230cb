import { toHttpDate } from '../lib/http-date.ts';
import type { OpenedImage } from '../domain/delivery/read-object.ts';

/** What every answer under /i/ carries, refusals too: an image runs nothing, frames nothing and tells nobody. */
export const LOCKED_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** For browsers, proxies and surrogates alike (spec, Direct image route 6). */
export const NO_STORE_HEADERS = {
  'Cache-Control': 'no-store',
  'CDN-Cache-Control': 'no-store',
  'Surrogate-Control': 'no-store',
} as const;

/** Writes an opened image as the HTTP answer that its selection calls for. */
export function toImageResponse(opened: OpenedImage): Response {
  return new Response(opened.body, {
    status: opened.selection.status,
    headers: takeHeaders(opened),
  });
}

/** Whether an answer is a view: content from its start on, or the news that the viewer has it already. */
export function isView(method: string, { selection }: OpenedImage): boolean {
  if (method !== 'GET') return false;
  const { status } = selection;
  return status === 200 || status === 304 || (status === 206 && selection.offset === 0);
}

/** Lets caches keep a public answer for what is left of its life, and never serve it stale. */
export function allowCaching(secondsLeft: number) {
  return {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': `public, max-age=${String(secondsLeft)}, must-revalidate`,
  };
}

/**
 * The headers of images in memory, made once a second: making them costs as much as everything else in a hot answer.
 */
const wholeHeaders = new WeakMap<
  OpenedImage['record'],
  { secondsLeft: number; headers: Headers }
>();

function takeHeaders(opened: OpenedImage): HeadersInit {
  const { body, record, selection, secondsLeft } = opened;
  const isHeld = body instanceof Uint8Array && selection.status === 200;
  if (!isHeld || secondsLeft === null) return describeOpened(opened);
  const known = wholeHeaders.get(record);
  if (known?.secondsLeft === secondsLeft) return known.headers;
  const headers = new Headers(describeOpened(opened));
  wholeHeaders.set(record, { secondsLeft, headers });
  return headers;
}

function describeOpened(opened: OpenedImage): Record<string, string> {
  const { record, selection, secondsLeft } = opened;
  const isKept = secondsLeft !== null && selection.status !== 412 && selection.status !== 416;
  return {
    ...LOCKED_HEADERS,
    ...(secondsLeft === null ? {} : allowCaching(secondsLeft)),
    ...(isKept ? {} : NO_STORE_HEADERS),
    ...describeContent(opened),
    ...describeRange(opened),
    'Accept-Ranges': 'bytes',
    ETag: record.etag,
    'Last-Modified': toHttpDate(record.lastModifiedMs),
  };
}

/** What describes the bytes; an answer without content says nothing about them (RFC 9110, 15.4.5). */
function describeContent({ record, selection }: OpenedImage): Record<string, string> {
  if (selection.status !== 200 && selection.status !== 206) return {};
  return {
    'Content-Disposition': record.disposition,
    'Content-Length': String(selection.status === 206 ? selection.length : record.size),
    'Content-Type': record.mimeType,
  };
}

function describeRange({ selection, record }: OpenedImage): Record<string, string> {
  if (selection.status === 416) return { 'Content-Range': `bytes */${String(record.size)}` };
  if (selection.status !== 206) return {};
  const { offset, length } = selection;
  const last = String(offset + length - 1);
  return { 'Content-Range': `bytes ${String(offset)}-${last}/${String(record.size)}` };
}
