import type { Config } from '../../config.ts';

const SLOT_MARGIN_MS = 30_000;

/** How long a part may hold a place: the longest transfer and what the storage may still take. Milliseconds. */
export function partLeaseMs({
  UPLOAD_PART_TIMEOUT_MS,
}: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number {
  return UPLOAD_PART_TIMEOUT_MS + SLOT_MARGIN_MS;
}
