/** What administrators type as amounts. Undefined for text that is none. */

import {
  IMAGE_LIMIT_MAX,
  INVITATION_MAX_USES,
  STORAGE_QUOTA_MAX_BYTES,
} from '../../../../shared/entry-rules.ts';

const BYTES_PER_GIGABYTE = 1024 ** 3;

/** Gigabytes of 1,024³ bytes, with a point or a comma, as bytes; null for an empty text. */
export function readGigabytes(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  const bytes = /^\d{1,7}(\.\d{1,9})?$/u.test(typed)
    ? Math.round(Number(typed) * BYTES_PER_GIGABYTE)
    : Number.NaN;
  return bytes <= STORAGE_QUOTA_MAX_BYTES ? bytes : undefined;
}

/** Exact up to a byte: `readGigabytes` gives the same bytes. */
export function writeGigabytes(bytes: number): string {
  return (bytes / BYTES_PER_GIGABYTE).toFixed(9).replace(/\.?0+$/u, '');
}

/** Null for an empty text. */
export function readUses(text: string): number | null | undefined {
  return readWhole(text, 1, INVITATION_MAX_USES);
}

/** Null for an empty text. */
export function readImageLimit(text: string): number | null | undefined {
  return readWhole(text, 0, IMAGE_LIMIT_MAX);
}

function readWhole(text: string, min: number, max: number): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const value = /^\d{1,10}$/u.test(typed) ? Number(typed) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
