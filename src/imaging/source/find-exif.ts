import type { ImageType } from '../sniff.ts';
import { FOURCC } from '../webp/format.ts';
import { findDescription } from './avif-description.ts';
import { openAvifExif } from './avif-exif.ts';
import { readFileBoxes } from './bmff-boxes.ts';
import { EXIF_SIGNATURE, withoutExifSignature } from './exif-signature.ts';
import { START_OF_SCAN, walkJpegSegments } from './jpeg-segments.ts';
import { CHUNK_HEADER_BYTES, walkChunks } from './png-chunks.ts';
import { startsWithAscii } from './slice-exactly.ts';
import { readWebpChunks } from './webp-header.ts';

const APP1 = 0xe1;

const FINDERS: Readonly<Record<ImageType, (file: Uint8Array) => Uint8Array | undefined>> = {
  'image/jpeg': findInJpeg,
  'image/png': findInPng,
  'image/webp': (file) => readWebpChunks(file).get(FOURCC.EXIF),
  'image/avif': findInAvif,
  'image/gif': () => undefined,
};

/** The first block of EXIF, which begins with its byte order; null in a broken file, too. */
export function findExif(mimeType: ImageType, file: Uint8Array): Uint8Array | null {
  try {
    const block = FINDERS[mimeType](file);
    return block === undefined ? null : withoutExifSignature(block);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function findInJpeg(file: Uint8Array): Uint8Array | undefined {
  for (const { marker, payload } of walkJpegSegments(file)) {
    if (marker === START_OF_SCAN) return undefined;
    if (marker === APP1 && startsWithAscii(payload, EXIF_SIGNATURE)) return payload;
  }
  return undefined;
}

function findInPng(file: Uint8Array): Uint8Array | undefined {
  for (const { type, start, end } of walkChunks(file)) {
    if (type === 'eXIf') return file.subarray(start + CHUNK_HEADER_BYTES, end);
  }
  return undefined;
}

function findInAvif(file: Uint8Array): Uint8Array | undefined {
  const exif = openAvifExif(findDescription(readFileBoxes(file)).meta);
  exif?.take(0, file);
  return exif?.block;
}
