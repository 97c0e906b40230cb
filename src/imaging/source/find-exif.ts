import type { ImageType } from '../sniff.ts';
import { FOURCC } from '../webp/format.ts';
import { START_OF_SCAN, walkJpegSegments } from './jpeg-segments.ts';
import { CHUNK_HEADER_BYTES, walkChunks } from './png-chunks.ts';
import { startsWithAscii } from './slice-exactly.ts';
import { readWebpChunks } from './webp-header.ts';

const APP1 = 0xe1;
const EXIF_SIGNATURE = 'Exif\0\0';

/** The first block of EXIF, which begins with its byte order. @throws {RangeError} when the file is broken. */
export function findExif(mimeType: ImageType, file: Uint8Array): Uint8Array | null {
  switch (mimeType) {
    case 'image/jpeg':
      return findInJpeg(file);
    case 'image/png':
      return findInPng(file);
    case 'image/webp':
      return withoutSignature(readWebpChunks(file).get(FOURCC.EXIF) ?? null);
    // An AVIF has its block among its items, which nothing here reads; a GIF has none.
    case 'image/avif':
    case 'image/gif':
      return null;
  }
}

function findInJpeg(file: Uint8Array): Uint8Array | null {
  for (const { marker, payload } of walkJpegSegments(file)) {
    if (marker === START_OF_SCAN) return null;
    if (marker === APP1 && startsWithAscii(payload, EXIF_SIGNATURE)) {
      return withoutSignature(payload);
    }
  }
  return null;
}

function findInPng(file: Uint8Array): Uint8Array | null {
  for (const { type, start, end } of walkChunks(file)) {
    if (type === 'eXIf') return withoutSignature(file.subarray(start + CHUNK_HEADER_BYTES, end));
  }
  return null;
}

/** Some writers put that of a JPEG before the block as well. */
function withoutSignature(block: Uint8Array | null): Uint8Array | null {
  return block !== null && startsWithAscii(block, EXIF_SIGNATURE)
    ? block.subarray(EXIF_SIGNATURE.length)
    : block;
}
