import type { JpegSegment } from '../../source/jpeg-segments.ts';
import { MAX_SURPLUS_BYTES } from '../../source/normalize-jpeg.ts';
import { EntropyReader, type HuffmanTable } from './entropy-reader.ts';

export interface JpegComponent {
  readonly id: number;
  readonly horizontal: number;
  readonly vertical: number;
  readonly quantization: number;
  /** Blocks a row in its own scans; interleaved scans pad beyond them. */
  readonly ownColumns: number;
  readonly ownRows: number;
  readonly columns: number;
  readonly rows: number;
  readonly coefficients: Int16Array;
}

export interface ScanContext {
  readonly components: readonly JpegComponent[];
  readonly isProgressive: boolean;
  /** By class and number, as in DHT. */
  readonly tables: ReadonlyMap<number, HuffmanTable>;
  /** MCUs between restart markers; 0 for none. */
  readonly restartInterval: number;
}

interface ScanPart {
  readonly component: JpegComponent;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
  prediction: number;
}

/** State of a scan: its spectral band without DC; `skipped` blocks of an end-of-band run remain. */
interface Scan {
  readonly reader: EntropyReader;
  readonly first: number;
  readonly last: number;
  readonly low: number;
  skipped: number;
}

interface UnitBlock {
  readonly part: ScanPart;
  readonly horizontal: number;
  readonly vertical: number;
  readonly x: number;
  readonly y: number;
}

type BlockDecoder = (scan: Scan, part: ScanPart, start: number) => void;

const AC_CLASS = 0x10;
const BLOCK_COEFFICIENTS = 64;

/** From zigzag to natural order (ITU-T T.81, figure A.6). */
export const ZIGZAG = Uint8Array.from(
  Array.from({ length: 64 }, (_, place) => place).toSorted((a, b) => {
    const diagonal = diagonalOf(a);
    const upwards = diagonal % 2 === 0 ? -1 : 1;
    return diagonal - diagonalOf(b) || upwards * (a - b);
  }),
);

/** @throws {RangeError} when the scan's data are damaged. */
export function decodeScan({ payload, whole }: JpegSegment, context: ScanContext): void {
  const count = payload[0] ?? 0;
  const [first = 0, last = 0, approximation = 0] = payload.subarray(1 + count * 2);
  const parts = Array.from({ length: count }, (_, index) => openPart(payload, index, context));
  if (new Set(parts.map(({ component }) => component)).size < count) {
    throw new RangeError('A scan names a component twice');
  }
  const reader = new EntropyReader(whole, payload.length + 4);
  const { isProgressive } = context;
  const scan: Scan = {
    reader,
    first: isProgressive ? first : 1,
    last: isProgressive ? last : 63,
    low: isProgressive ? approximation & 0x0f : 0,
    skipped: 0,
  };
  const decodeBlock = chooseDecoder(isProgressive, first, approximation >> 4);
  const blocks = layOutUnit(parts);
  const { rows, columns } = countUnits(parts);
  // Allocates nothing in the loop: a small file may have as many scans as are allowed.
  for (let unit = 0; unit < rows * columns; unit += 1) {
    if (context.restartInterval > 0 && unit > 0 && unit % context.restartInterval === 0) {
      reader.restart();
      scan.skipped = 0;
      for (const part of parts) part.prediction = 0;
    }
    const row = Math.floor(unit / columns);
    const column = unit - row * columns;
    for (const { part, horizontal, vertical, x, y } of blocks) {
      const line = (row * vertical + y) * part.component.columns;
      decodeBlock(scan, part, (line + column * horizontal + x) * BLOCK_COEFFICIENTS);
    }
  }
  if (reader.bytesLeft > MAX_SURPLUS_BYTES) throw new RangeError('The image data are too many');
}

function diagonalOf(place: number): number {
  return (place >> 3) + (place & 7);
}

function openPart(payload: Uint8Array, index: number, context: ScanContext): ScanPart {
  const [id = 0, tables = 0] = payload.subarray(1 + index * 2);
  const component = context.components.find((candidate) => candidate.id === id);
  if (component === undefined) throw new RangeError('A scan is of an unknown component');
  const dc = context.tables.get(tables >> 4);
  const ac = context.tables.get(AC_CLASS | (tables & 0x0f));
  return { component, dc, ac, prediction: 0 };
}

function chooseDecoder(isProgressive: boolean, first: number, high: number): BlockDecoder {
  if (!isProgressive) return decodeSequential;
  if (first === 0) return high === 0 ? decodeFirstDc : refineDc;
  return high === 0 ? decodeFirstAc : refineAc;
}

/** In a scan of one component, an MCU is a block (annex A.2). */
function layOutUnit(parts: readonly ScanPart[]): UnitBlock[] {
  return parts.flatMap((part) => {
    const { horizontal, vertical } =
      parts.length === 1 ? { horizontal: 1, vertical: 1 } : part.component;
    return Array.from({ length: horizontal * vertical }, (_, index) => ({
      part,
      horizontal,
      vertical,
      x: index % horizontal,
      y: Math.floor(index / horizontal),
    }));
  });
}

function countUnits([first, ...others]: readonly ScanPart[]): { rows: number; columns: number } {
  if (first === undefined) return { rows: 0, columns: 0 };
  const { component } = first;
  if (others.length === 0) return { rows: component.ownRows, columns: component.ownColumns };
  return {
    rows: component.rows / component.vertical,
    columns: component.columns / component.horizontal,
  };
}

function decodeSequential(scan: Scan, part: ScanPart, start: number): void {
  decodeFirstDc(scan, part, start);
  decodeFirstAc(scan, part, start);
}

function decodeFirstDc({ reader, low }: Scan, part: ScanPart, start: number): void {
  const bits = reader.readSymbol(demand(part.dc));
  if (bits > 0) part.prediction += reader.readSigned(bits);
  part.component.coefficients[start] = part.prediction * 2 ** low;
}

function refineDc({ reader, low }: Scan, { component }: ScanPart, start: number): void {
  const { coefficients } = component;
  coefficients[start] = (coefficients[start] ?? 0) | (reader.readBit() << low);
}

/** Annexes F.2.2.2 and G.1.2.2. */
function decodeFirstAc(scan: Scan, { ac, component }: ScanPart, start: number): void {
  if (scan.skipped > 0) {
    scan.skipped -= 1;
    return;
  }
  const { reader, last, low } = scan;
  for (let at = scan.first; at <= last; at += 1) {
    const symbol = reader.readSymbol(demand(ac));
    const [zeros, bits] = [symbol >> 4, symbol & 0x0f];
    if (bits === 0 && zeros < 15) {
      scan.skipped = 2 ** zeros - 1 + reader.readBits(zeros);
      return;
    }
    at += zeros;
    if (at > last) throw new RangeError('A block has too many coefficients');
    if (bits > 0) {
      component.coefficients[start + (ZIGZAG[at] ?? 0)] = reader.readSigned(bits) * 2 ** low;
    }
  }
}

/** Annex G.1.2.3: one more bit of each nonzero coefficient, and new coefficients of ±1. */
function refineAc(scan: Scan, { ac, component }: ScanPart, start: number): void {
  const { reader, last, low } = scan;
  const { coefficients } = component;
  let at = scan.first;
  while (scan.skipped === 0 && at <= last) {
    const symbol = reader.readSymbol(demand(ac));
    const [zeros, bits] = [symbol >> 4, symbol & 0x0f];
    if (bits === 0 && zeros < 15) {
      scan.skipped = 2 ** zeros + reader.readBits(zeros);
      break;
    }
    const added = bits === 0 ? 0 : (reader.readBit() * 2 - 1) * 2 ** low;
    at = refineUpTo(scan, coefficients, start, at, zeros);
    if (added !== 0 && at <= last) coefficients[start + (ZIGZAG[at] ?? 0)] = added;
    at += 1;
  }
  if (scan.skipped === 0) return;
  refineUpTo(scan, coefficients, start, at, Infinity);
  scan.skipped -= 1;
}

/** Refines nonzero coefficients until it has passed `count` zeros; returns the position of the next zero. */
function refineUpTo(
  { reader, last, low }: Scan,
  coefficients: Int16Array,
  start: number,
  first: number,
  unknown: number,
): number {
  let left = unknown;
  for (let at = first; at <= last; at += 1) {
    const place = start + (ZIGZAG[at] ?? 0);
    const value = coefficients[place] ?? 0;
    if (value === 0) {
      if (left === 0) return at;
      left -= 1;
    } else if (reader.readBit() === 1) {
      coefficients[place] = value + Math.sign(value) * 2 ** low;
    }
  }
  return last + 1;
}

function demand(table: HuffmanTable | undefined): HuffmanTable {
  if (table === undefined) throw new RangeError('A table is missing');
  return table;
}
