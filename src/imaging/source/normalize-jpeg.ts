import { joinBytes } from '../../shared/bytes.ts';
import { JPEG_LIMITS } from '../work-limits.ts';
import {
  ADOBE,
  END_OF_IMAGE,
  isFrameHeader,
  isTable,
  JFIF,
  type JpegSegment,
  PROGRESSIVE_FRAME,
  readScannedIds,
  START_OF_SCAN,
  walkJpegSegments,
} from './jpeg-segments.ts';
import { startsWithAscii } from './slice-exactly.ts';

/** Padding allowed after the image data of a scan; more means damage. */
export const MAX_SURPLUS_BYTES = 64;
const BLOCK = 8;
const COEFFICIENTS = BLOCK * BLOCK;
const COMPONENTS_OFFSET = 5;
const PAYLOAD_OFFSET = 4;
/** Spectral band and approximation bits of a scan with all coefficients. */
const SEQUENTIAL_BAND = Uint8Array.of(0, 63, 0);
const JFIF_MAJOR_OFFSET = 5;
const ADOBE_TRANSFORM_OFFSET = 11;
const YCC = 1;
const INKS = 4;

/**
 * The decoder reports only its first warning, so harmless ones must not occur.
 * @throws {RangeError} when a segment is cut short, or the scans exceed JPEG_LIMITS.
 */
export function stripSegmentMetadata(file: Uint8Array): Uint8Array {
  return joinBytes(keepSegments(file));
}

/** As `stripSegmentMetadata`, without copying: pieces of the file, and new headers. @throws {RangeError} */
export function keepSegments(file: Uint8Array): readonly Uint8Array[] {
  const segments = [...walkJpegSegments(file)];
  if (hasGap(segments)) throw new RangeError('Something between the scans is damaged');
  const scans = segments.filter(({ marker }) => marker === START_OF_SCAN);
  const frame = segments.find(({ marker }) => isFrameHeader(marker));
  checkScanLimits(frame?.payload ?? new Uint8Array(), scans);
  if (lacksScans(frame, scans, segments.at(-1))) {
    throw new RangeError('The image data end too early');
  }
  const kept = segments
    .filter(({ marker }) => isTable(marker) || isFrameHeader(marker) || marker === START_OF_SCAN)
    .flatMap((segment) => silenceWarnings(segment, frame));
  return [file.subarray(0, 2), ...kept, Uint8Array.of(0xff, END_OF_IMAGE)];
}

function checkScanLimits(frame: Uint8Array, scans: readonly JpegSegment[]): void {
  const blocks = countBlocks(frame);
  const blocksOf = (ids: Iterable<number>): number =>
    [...ids].reduce((sum, id) => sum + (blocks.get(id) ?? 0), 0);
  const visits = scans.reduce((sum, { payload }) => sum + blocksOf(readScannedIds(payload)), 0);
  const most = Math.max(JPEG_LIMITS.visits, JPEG_LIMITS.visitsPerBlock * blocksOf(blocks.keys()));
  if (scans.length > JPEG_LIMITS.scans || visits > most) {
    throw new RangeError('There are too many scans');
  }
}

/** Annexes A.1.1 and B.2.2. */
function countBlocks(frame: Uint8Array): ReadonlyMap<number, number> {
  const [, high = 0, low = 0, wideHigh = 0, wideLow = 0, count = 0] = frame;
  const [height, width] = [high * 256 + low, wideHigh * 256 + wideLow];
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, factors = 0] = frame.subarray(6 + index * 3);
    return { id, across: factors >> 4, down: factors & 0x0f };
  });
  const widest = Math.max(1, ...components.map(({ across }) => across));
  const tallest = Math.max(1, ...components.map(({ down }) => down));
  // Decoders take the first of two components with one id, whatever the second declares.
  if (new Set(components.map(({ id }) => id)).size < count) {
    throw new RangeError('Two components have one id');
  }
  return new Map(
    components.map(({ id, across, down }) => [
      id,
      Math.ceil((width * across) / widest / BLOCK) * Math.ceil((height * down) / tallest / BLOCK),
    ]),
  );
}

function hasGap(segments: readonly JpegSegment[]): boolean {
  const firstScan = segments.findIndex(({ marker }) => marker === START_OF_SCAN);
  return segments.slice(firstScan).some(({ whole }, index, scans) => {
    const before = scans[index - 1]?.whole ?? whole;
    return whole.byteOffset - before.byteOffset - before.length > MAX_SURPLUS_BYTES;
  });
}

/** A progressive image with an end marker may lack its last scans; any other needs all. */
function lacksScans(
  frame: JpegSegment | undefined,
  scans: readonly JpegSegment[],
  last: JpegSegment | undefined,
): boolean {
  const hasEnd = last?.marker === END_OF_IMAGE;
  const lacks = frame?.marker === PROGRESSIVE_FRAME && !hasEnd ? lacksBits : lacksComponents;
  return lacks(frame?.payload ?? new Uint8Array(), scans);
}

/** Annexes B.2.3 and G.1.1. */
function lacksBits(frame: Uint8Array, scans: readonly JpegSegment[]): boolean {
  const missingBits = new Map<number, Uint8Array>();
  for (let at = 6; at < frame.length; at += 3) {
    missingBits.set(frame[at] ?? 0, new Uint8Array(COEFFICIENTS).fill(1));
  }
  for (const { payload } of scans) {
    const count = payload[0] ?? 0;
    const [first = 0, last = 0, approximation = 0] = payload.subarray(1 + count * 2);
    for (let index = 0; index < count; index += 1) {
      const bits = missingBits.get(payload[1 + index * 2] ?? 0);
      bits?.fill(approximation & 0x0f, first, last + 1);
    }
  }
  return [...missingBits.values()].some((bits) => bits.some((count) => count > 0));
}

function lacksComponents(frame: Uint8Array, scans: readonly JpegSegment[]): boolean {
  const scanned = new Set(scans.flatMap(({ payload }) => [...readScannedIds(payload)]));
  const count = frame[COMPONENTS_OFFSET] ?? 0;
  const ids = Array.from({ length: count }, (_, index) => frame[6 + index * 3] ?? 0);
  return ids.some((id) => !scanned.has(id));
}

/** Resets the band of sequential scans, JFIF's version and unknown transforms. */
function silenceWarnings(
  { marker, payload, whole }: JpegSegment,
  frame?: JpegSegment,
): Uint8Array[] {
  const replace = (offset: number, by: Uint8Array): Uint8Array[] => {
    const at = PAYLOAD_OFFSET + offset;
    return [whole.subarray(0, at), by, whole.subarray(at + by.length)];
  };
  if (marker === START_OF_SCAN && frame?.marker !== PROGRESSIVE_FRAME) {
    return replace(1 + (payload[0] ?? 0) * 2, SEQUENTIAL_BAND);
  }
  const hasMajor = payload.length > JFIF_MAJOR_OFFSET;
  if (marker === JFIF && hasMajor && startsWithAscii(payload, 'JFIF\0')) {
    return replace(JFIF_MAJOR_OFFSET, Uint8Array.of(1));
  }
  const isUnknown = (payload[ADOBE_TRANSFORM_OFFSET] ?? 0) > YCC;
  const hasInks = frame?.payload[COMPONENTS_OFFSET] === INKS;
  if (marker === ADOBE && startsWithAscii(payload, 'Adobe') && isUnknown && !hasInks) {
    return replace(ADOBE_TRANSFORM_OFFSET, Uint8Array.of(YCC));
  }
  return [whole];
}
