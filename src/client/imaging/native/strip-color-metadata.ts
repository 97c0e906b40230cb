import type { ImageType } from '../../../imaging/sniff.ts';
import { findBox, readBoxes, readFileBoxes } from '../../../imaging/source/bmff-boxes.ts';
import { normalizeAvif } from '../../../imaging/source/normalize-avif.ts';
import { stripSegmentMetadata } from '../../../imaging/source/normalize-jpeg.ts';
import { stripChunkMetadata } from '../../../imaging/source/strip-png.ts';
import { readAscii } from '../../../imaging/source/slice-exactly.ts';
import { rewriteMetadata } from '../../../imaging/webp/mux.ts';
import { utf8, viewOf } from '../../../shared/bytes.ts';

/** ITU-T H.273. */
const SRGB_PRIMARIES = 1;
const SRGB_TRANSFER = 13;

const KEEPERS = {
  'image/jpeg': stripSegmentMetadata,
  'image/png': stripChunkMetadata,
  'image/webp': (file: Uint8Array) => rewriteMetadata(file, 'drop'),
  'image/avif': dropColor,
} as const;

/** Removes colour metadata and EXIF orientation: viewers then show the stored values as sRGB. @throws when damaged. */
export function stripColorMetadata(
  mimeType: Exclude<ImageType, 'image/gif'>,
  file: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(KEEPERS[mimeType](file));
}

/** Items refer to offsets, so boxes keep their sizes and get an unknown type (ISO/IEC 14496-12, section 12.1.5). */
function dropColor(file: Uint8Array): Uint8Array {
  const kept = normalizeAvif(file).slice();
  const meta = readBoxes(findBox(readFileBoxes(kept), 'meta').content.subarray(4));
  const properties = readBoxes(findBox(readBoxes(findBox(meta, 'iprp').content), 'ipco').content);
  for (const { type, content } of properties) {
    if (type !== 'colr') continue;
    if (readAscii(content, 0, 4) === 'nclx') {
      viewOf(content).setUint16(4, SRGB_PRIMARIES);
      viewOf(content).setUint16(6, SRGB_TRANSFER);
    } else content.set(utf8('none'));
  }
  return kept;
}
