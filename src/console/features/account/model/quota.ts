/** How full a quota is, and an estimate of when it will be full. Times are milliseconds since 1970. */

import { DAY_MS } from '../../../../shared/clock.ts';

export type QuotaLevel = 'ample' | 'near' | 'full';

const NEAR_PERCENT = 80;
const FULL_PERCENT = 97;

export interface PastUpload {
  readonly createdAtMs: number;
  readonly bytes: number;
}

export interface QuotaFacts {
  readonly used: number;
  readonly quota: number;
  readonly imageCount: number;
  readonly uploads: readonly PastUpload[];
  readonly nowMs: number;
}

/** When a quota is full at the current rate, as precisely as possible. */
export type FillUp =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'month'; readonly atMs: number }
  | { readonly kind: 'years'; readonly years: number };

/** Older uploads say little about the current rate. */
export const PACE_WINDOW_MS = 90 * DAY_MS;

const MIN_UPLOADS = 5;
const MIN_UPLOAD_DAYS = 3;
const MIN_SPAN_MS = 7 * DAY_MS;
const DAYS_AS_DAYS = 14;
const MONTHS_AS_MONTHS_MS = 730 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;
/** Later estimates are useless. */
const MAX_YEARS = 20;

export function findQuotaLevel(percent: number): QuotaLevel {
  if (percent >= FULL_PERCENT) return 'full';
  return percent >= NEAR_PERCENT ? 'near' : 'ample';
}

/** Estimates when the quota is full; null if it already is, or without enough data. */
export function estimateFillUp({
  used,
  quota,
  imageCount,
  uploads,
  nowMs,
}: QuotaFacts): FillUp | null {
  const recent = uploads.filter(({ createdAtMs }) => createdAtMs >= nowMs - PACE_WINDOW_MS);
  const oldestMs = Math.min(nowMs, ...recent.map(({ createdAtMs }) => createdAtMs));
  const days = new Set(recent.map(({ createdAtMs }) => Math.floor(createdAtMs / DAY_MS)));
  const spanMs = nowMs - oldestMs;
  if (recent.length < MIN_UPLOADS || days.size < MIN_UPLOAD_DAYS || spanMs < MIN_SPAN_MS) {
    return null;
  }
  // Each image is stored in several sizes, which the list omits: the larger estimate is the safe one.
  const listed = recent.reduce((sum, { bytes }) => sum + bytes, 0);
  const average = imageCount === 0 ? 0 : (used / imageCount) * recent.length;
  const leftMs = ((quota - used) * spanMs) / Math.max(listed, average, 1);
  return leftMs <= 0 ? null : round(leftMs, nowMs);
}

function round(leftMs: number, nowMs: number): FillUp | null {
  const days = Math.ceil(leftMs / DAY_MS);
  if (days <= DAYS_AS_DAYS) return { kind: 'days', days };
  if (leftMs < MONTHS_AS_MONTHS_MS) return { kind: 'month', atMs: nowMs + leftMs };
  const years = Math.round(leftMs / YEAR_MS);
  return years > MAX_YEARS ? null : { kind: 'years', years };
}

/** The used percentage; 100 if anything is stored without a quota. */
export function percentOf(used: number, quota: number): number {
  if (quota === 0) return used === 0 ? 0 : 100;
  return (used / quota) * 100;
}
