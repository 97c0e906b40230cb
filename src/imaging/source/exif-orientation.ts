import { viewOf } from '../../shared/bytes.ts';

const ORIENTATION_TAG = 0x0112;
const SHORT_TYPE = 3;
const UPRIGHT = 1;

/** 1 to 8 (EXIF 2.32, section 4.5). Broken EXIF counts as 1: damaged metadata must not refuse an image. */
export function readExifOrientation(tiff: Uint8Array): number {
  const view = viewOf(tiff);
  if (view.byteLength < 8) return UPRIGHT;
  const byteOrder = view.getUint16(0);
  if (byteOrder !== 0x4949 && byteOrder !== 0x4d4d) return UPRIGHT;
  const littleEndian = byteOrder === 0x4949;
  const directory = view.getUint32(4, littleEndian);
  if (directory + 2 > view.byteLength) return UPRIGHT;
  const entryCount = view.getUint16(directory, littleEndian);
  for (let index = 0; index < entryCount; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > view.byteLength) return UPRIGHT;
    if (view.getUint16(entry, littleEndian) !== ORIENTATION_TAG) continue;
    if (view.getUint16(entry + 2, littleEndian) !== SHORT_TYPE) return UPRIGHT;
    const value = view.getUint16(entry + 8, littleEndian);
    return value >= 1 && value <= 8 ? value : UPRIGHT;
  }
  return UPRIGHT;
}
