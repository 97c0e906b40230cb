import { joinBytes, viewOf } from '../../shared/bytes.ts';
import type { ColorEncoding } from '../color/color-encoding.ts';
import { readExifOrientation } from './exif-orientation.ts';
import { EXIF_SIGNATURE } from './exif-signature.ts';
import { isFrameHeader, START_OF_SCAN, walkJpegSegments } from './jpeg-segments.ts';
import { startsWithAscii } from './slice-exactly.ts';
import type { SourceInfo } from './source-info.ts';

const ICC_SIGNATURE = 'ICC_PROFILE\0';
const APP1 = 0xe1;
const APP2 = 0xe2;
/** SOF0 to SOF2: baseline, extended and progressive. */
const LAST_USUAL_FRAME = 0xc2;
const LAST_HUFFMAN_FRAME = 0xc8;

/** @throws {RangeError} when it is broken. */
export function readJpegHeader(file: Uint8Array): SourceInfo {
  let frame: DataView | null = null;
  let frameMarker = 0;
  let orientation: number | null = null;
  let hasScan = false;
  const iccSegments: Uint8Array[] = [];
  for (const { marker, payload } of walkJpegSegments(file)) {
    hasScan = marker === START_OF_SCAN;
    if (hasScan) break;
    if (isFrameHeader(marker)) {
      if (frame === null) frameMarker = marker;
      frame ??= viewOf(payload);
    } else if (marker === APP1 && startsWithAscii(payload, EXIF_SIGNATURE)) {
      orientation ??= readExifOrientation(payload.subarray(EXIF_SIGNATURE.length));
    } else if (marker === APP2 && startsWithAscii(payload, ICC_SIGNATURE)) {
      iccSegments.push(payload);
    }
  }
  if (frame === null || !hasScan) throw new RangeError('There is no image');
  return {
    width: frame.getUint16(3),
    height: frame.getUint16(1),
    animated: false,
    hasAlpha: false,
    orientation: orientation ?? 1,
    color: colorOf(frame.getUint8(5), joinProfile(iccSegments)),
    aperture: null,
    obstacle: findObstacle(frameMarker, frame.getUint8(0)),
  };
}

function colorOf(componentCount: number, profile: Uint8Array | null): ColorEncoding {
  if (componentCount === 4) return { kind: 'cmyk', profile };
  return profile === null
    ? { kind: 'srgb' }
    : { kind: 'icc', profile, isGray: componentCount === 1 };
}

/** ICC.1:2010, B.4; null when a segment is missing. */
function joinProfile(segments: readonly Uint8Array[]): Uint8Array | null {
  const count = segments[0]?.[ICC_SIGNATURE.length + 1] ?? 0;
  const ordered: Uint8Array[] = [];
  for (let number = 1; number <= count; number += 1) {
    const segment = segments.find((candidate) => candidate[ICC_SIGNATURE.length] === number);
    if (segment === undefined) return null;
    ordered.push(segment.subarray(ICC_SIGNATURE.length + 2));
  }
  return ordered.length === 0 ? null : joinBytes(ordered);
}

/** Decoders support 8-bit Huffman frames up to progressive (ITU-T T.81, table B.1). */
function findObstacle(marker: number, precision: number): string | null {
  if (marker > LAST_HUFFMAN_FRAME) return 'The JPEG is coded arithmetically';
  if (marker > LAST_USUAL_FRAME) return 'The JPEG is lossless or hierarchical';
  return precision === 8 ? null : `The JPEG has ${precision} bits a channel`;
}
