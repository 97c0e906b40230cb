import { viewOf } from '../../shared/bytes.ts';
import type { Size } from '../../shared/pixels.ts';
import { namesAlpha } from './alpha-urn.ts';
import { type Box, findBox, readBoxes } from './bmff-boxes.ts';

/** A track of AV1 samples (ISO/IEC 14496-12, chapter 8; AV1-ISOBMFF, section 2). */
export interface SequenceTrack {
  readonly id: number;
  readonly size: Size;
  /** The track whose alpha or depth it is; null for colours. */
  readonly auxiliaryOf: number | null;
  readonly isAlpha: boolean;
  /** Boxes of the sample entry. */
  readonly properties: readonly Box[];
  /** In the file. */
  readonly firstSample: { readonly offset: number; readonly length: number };
}

/** Colours and alpha are two; some sequences have sound. */
const MAX_TRACKS = 16;
/** Before the boxes of a VisualSampleEntry (ISO/IEC 14496-12, section 12.1.3). */
const SAMPLE_ENTRY_BYTES = 78;

/** Leaves out sound and other codings. @throws {RangeError} when a box is broken, or there are more than MAX_TRACKS. */
export function readTracks(moov: Uint8Array): SequenceTrack[] {
  const tracks = readBoxes(moov).filter(({ type }) => type === 'trak');
  if (tracks.length > MAX_TRACKS) throw new RangeError('There are too many tracks');
  return tracks.flatMap(({ content }) => readTrack(readBoxes(content)) ?? []);
}

function readTrack(track: readonly Box[]): SequenceTrack | null {
  const table = openBox(openBox(openBox(track, 'mdia'), 'minf'), 'stbl');
  const entries = readBoxes(findBox(table, 'stsd').content.subarray(8));
  const entry = entries.find(({ type }) => type === 'av01');
  if (entry === undefined) return null;
  const properties = readBoxes(entry.content.subarray(SAMPLE_ENTRY_BYTES));
  const purpose = properties.find(({ type }) => type === 'auxi');
  const header = viewOf(findBox(track, 'tkhd').content);
  return {
    id: header.getUint32(header.getUint8(0) === 1 ? 20 : 12),
    // Its last fields, of 16.16 bits.
    size: {
      width: header.getUint16(header.byteLength - 8),
      height: header.getUint16(header.byteLength - 4),
    },
    auxiliaryOf: readAuxiliary(track),
    // Old writers do not say what an auxiliary track is for.
    isAlpha: purpose === undefined || namesAlpha(purpose.content),
    properties,
    firstSample: locateFirstSample(table),
  };
}

function openBox(boxes: readonly Box[], type: string): Box[] {
  return readBoxes(findBox(boxes, type).content);
}

function readAuxiliary(track: readonly Box[]): number | null {
  const references = track.filter(({ type }) => type === 'tref');
  const auxiliary = references
    .flatMap(({ content }) => readBoxes(content))
    .find(({ type }) => type === 'auxl');
  return auxiliary === undefined ? null : viewOf(auxiliary.content).getUint32(0);
}

/** It begins the first chunk (sections 8.7.3 and 8.7.5). */
function locateFirstSample(table: readonly Box[]): SequenceTrack['firstSample'] {
  const sizes = viewOf(findBox(table, 'stsz').content);
  const length = sizes.getUint32(4) || sizes.getUint32(12);
  const long = table.find(({ type }) => type === 'co64');
  const chunks = viewOf((long ?? findBox(table, 'stco')).content);
  const offset = long === undefined ? chunks.getUint32(8) : Number(chunks.getBigUint64(8));
  return { offset, length };
}
