import { viewOf } from '../../../shared/bytes.ts';
import type { Size } from '../../../shared/pixels.ts';
import { sniffImageType } from '../../../imaging/sniff.ts';

const IHDR_WIDTH_OFFSET = 16;
const IHDR_END_OFFSET = 24;

/** PNG, 11.2.1; null for another file. */
export function readPngSize(file: Uint8Array): Size | null {
  if (file.length < IHDR_END_OFFSET || sniffImageType(file) !== 'image/png') return null;
  const view = viewOf(file);
  return {
    width: view.getUint32(IHDR_WIDTH_OFFSET),
    height: view.getUint32(IHDR_WIDTH_OFFSET + 4),
  };
}
