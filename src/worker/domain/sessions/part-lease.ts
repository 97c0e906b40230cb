import type { Config } from '../../config.ts';

const SLOT_MARGIN_MS = 30_000;

/** The longest transfer and a margin for storage. */
export function partLeaseMs({
  UPLOAD_PART_TIMEOUT_MS,
}: Pick<Config, 'UPLOAD_PART_TIMEOUT_MS'>): number {
  return UPLOAD_PART_TIMEOUT_MS + SLOT_MARGIN_MS;
}
