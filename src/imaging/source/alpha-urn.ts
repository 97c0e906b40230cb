import { readAscii } from './slice-exactly.ts';

export const ALPHA_URN = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha';

/** The longest known URN has 43. */
const MAX_URN_BYTES = 64;

/** Of an `auxC` or `auxi` box. Accepts the URNs of AVIF (AV1 Image File Format, 4.1) and of older HEIF. */
export function namesAlpha(content: Uint8Array): boolean {
  const urn = readAscii(content, 4, Math.min(content.length - 4, MAX_URN_BYTES));
  return urn.includes('auxiliary:alpha') || urn.includes('auxid:1');
}
