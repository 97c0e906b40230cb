import { openExif } from './exif-directory.ts';

const ORIENTATION_TAG = 0x0112;
const UPRIGHT = 1;

/** 1 to 8 (EXIF 2.32, section 4.5). Broken EXIF counts as 1: damaged metadata must not refuse an image. */
export function readExifOrientation(tiff: Uint8Array): number {
  const value = openExif(tiff)?.first.short(ORIENTATION_TAG) ?? UPRIGHT;
  return value >= 1 && value <= 8 ? value : UPRIGHT;
}
