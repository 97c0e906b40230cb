import { joinBytes, viewOf } from '../../../lib/bytes.ts';
import type { ColorEncoding } from '../color/color-encoding.ts';
import { readExifOrientation } from './exif-orientation.ts';
import { readAscii, sliceExactly } from './slice-exactly.ts';
import type { SourceInfo } from './source-info.ts';

const EXIF_SIGNATURE = 'Exif\0\0';
const ICC_SIGNATURE = 'ICC_PROFILE\0';
const APP1 = 0xe1;
const APP2 = 0xe2;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

interface Segment {
  readonly marker: number;
  readonly payload: Uint8Array;
}

/**
 * Size, orientation and colour of a JPEG.
 * @throws {RangeError} when its headers are broken.
 */
export function readJpegHeader(file: Uint8Array): SourceInfo {
  let frame: DataView | null = null;
  let orientation: number | null = null;
  const iccSegments: Uint8Array[] = [];
  for (const { marker, payload } of iterateSegments(file)) {
    if (isFrameHeader(marker)) {
      frame ??= viewOf(payload);
    } else if (marker === APP1 && startsWith(payload, EXIF_SIGNATURE)) {
      orientation ??= readExifOrientation(payload.subarray(EXIF_SIGNATURE.length));
    } else if (marker === APP2 && startsWith(payload, ICC_SIGNATURE)) {
      iccSegments.push(payload);
    }
  }
  if (frame === null) throw new RangeError('There is no frame header');
  return {
    width: frame.getUint16(3),
    height: frame.getUint16(1),
    animated: false,
    orientation: orientation ?? 1,
    color: colorOf(frame.getUint8(5), joinProfile(iccSegments)),
    aperture: null,
  };
}

/** The marker segments up to the first scan (ITU-T T.81, annex B). */
function* iterateSegments(file: Uint8Array): Generator<Segment> {
  const view = viewOf(file);
  let offset = 2;
  for (;;) {
    if (view.getUint8(offset) !== 0xff) throw new RangeError('A marker is missing');
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
    } else if (isStandalone(marker)) {
      offset += 2;
    } else if (marker === START_OF_SCAN) {
      // Decoders paint what is missing gray, and nobody wants half a picture published.
      if (!hasEnd(file, offset)) throw new RangeError('The image data ends too early');
      return;
    } else {
      const length = view.getUint16(offset + 2);
      if (length < 2) throw new RangeError('A segment is shorter than its own length field');
      yield { marker, payload: sliceExactly(file, offset + 4, length - 2) };
      offset += 2 + length;
    }
  }
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** Within image data every 0xff is followed by 0 or a restart marker, so this can be nothing else. */
function hasEnd(file: Uint8Array, start: number): boolean {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    if (file[at + 1] === END_OF_IMAGE) return true;
  }
  return false;
}

/** SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC), which share the range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function startsWith(payload: Uint8Array, signature: string): boolean {
  return (
    payload.length >= signature.length && readAscii(payload, 0, signature.length) === signature
  );
}

function colorOf(componentCount: number, profile: Uint8Array | null): ColorEncoding {
  if (componentCount === 4) return { kind: 'cmyk' };
  return profile === null ? { kind: 'srgb' } : { kind: 'icc', profile };
}

/** Joins the numbered segments of a profile (ICC.1:2010, B.4); null when one is missing. */
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
