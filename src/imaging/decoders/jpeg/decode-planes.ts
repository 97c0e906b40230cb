import { viewOf } from '../../../shared/bytes.ts';
import {
  isFrameHeader,
  PROGRESSIVE_FRAME,
  readScannedIds,
  START_OF_SCAN,
  walkJpegSegments,
} from '../../source/jpeg-segments.ts';
import { decodeScan, type JpegComponent, ZIGZAG } from './decode-scan.ts';
import { type HuffmanTable, readHuffmanTables } from './entropy-reader.ts';

/** The samples of one component, padded to whole blocks. */
export interface JpegPlane {
  readonly samples: Uint8ClampedArray;
  readonly stride: number;
  /** Horizontal sampling relative to the image, at most 1. */
  readonly scaleX: number;
  readonly scaleY: number;
}

interface ReadImageData {
  readonly components: readonly JpegComponent[];
  readonly factors: ReadonlyMap<JpegComponent, Float32Array>;
}

const QUANTIZATION_TABLES = 0xdb;
const HUFFMAN_TABLES = 0xc4;
const RESTART_INTERVAL = 0xdd;
const BLOCK = 8;
/** Annex B.2.2. */
const MAX_FACTOR = 4;

/** The inverse DCT's basis with its factors (ITU-T T.81, annex A.3.3). */
const COSINES = Float32Array.from({ length: BLOCK * BLOCK }, (_, index) => {
  const [place, frequency] = [index >> 3, index & 7];
  const scale = frequency === 0 ? Math.SQRT1_2 : 1;
  return (scale / 2) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);
});

/** Supports Huffman-coded 8-bit JPEGs. @throws {RangeError} when damaged. */
export function decodePlanes(file: Uint8Array): JpegPlane[] {
  const { components, factors } = readImageData(file);
  const widest = Math.max(...components.map(({ horizontal }) => horizontal));
  const tallest = Math.max(...components.map(({ vertical }) => vertical));
  return components.map((component) => ({
    samples: toSamples(component, factors.get(component)),
    stride: component.columns * BLOCK,
    scaleX: component.horizontal / widest,
    scaleY: component.vertical / tallest,
  }));
}

/** @throws {RangeError} when a scan is damaged. */
export function readImageData(file: Uint8Array): ReadImageData {
  let components: readonly JpegComponent[] = [];
  let isProgressive = false;
  let restartInterval = 0;
  const tables = new Map<number, HuffmanTable>();
  const quantizations = new Map<number, Float32Array>();
  const factors = new Map<JpegComponent, Float32Array>();
  for (const segment of walkJpegSegments(file)) {
    const { marker, payload } = segment;
    if (isFrameHeader(marker)) {
      // A second frame's size is unchecked.
      if (components.length > 0) throw new RangeError('There is a second frame');
      components = readFrame(payload);
      isProgressive = marker === PROGRESSIVE_FRAME;
    } else if (marker === HUFFMAN_TABLES) {
      for (const [key, table] of readHuffmanTables(payload)) tables.set(key, table);
    } else if (marker === QUANTIZATION_TABLES) {
      readQuantizations(payload, quantizations);
    } else if (marker === RESTART_INTERVAL) {
      restartInterval = viewOf(payload).getUint16(0);
    } else if (marker === START_OF_SCAN) {
      // Later scans may redefine a table (annex B.2.4.1).
      const ids = readScannedIds(payload);
      for (const component of components.filter(({ id }) => ids.has(id))) {
        const table = quantizations.get(component.quantization);
        if (table !== undefined && !factors.has(component)) factors.set(component, table);
      }
      decodeScan(segment, { components, isProgressive, tables, restartInterval });
    }
  }
  return { components, factors };
}

function readFrame(payload: Uint8Array): JpegComponent[] {
  const view = viewOf(payload);
  const [height, width] = [view.getUint16(1), view.getUint16(3)];
  const declared = Array.from({ length: view.getUint8(5) }, (_, index) => {
    const factors = view.getUint8(7 + index * 3);
    const [id, quantization] = [view.getUint8(6 + index * 3), view.getUint8(8 + index * 3)];
    return { id, quantization, horizontal: factors >> 4, vertical: factors & 0x0f };
  });
  const widest = Math.max(...declared.map(({ horizontal }) => horizontal));
  const tallest = Math.max(...declared.map(({ vertical }) => vertical));
  return declared.map((component) => {
    const { horizontal, vertical } = component;
    if (![horizontal, vertical].every((factor) => factor > 0 && factor <= MAX_FACTOR)) {
      throw new RangeError('A component has an impossible share of the samples');
    }
    const columns = Math.ceil(width / (BLOCK * widest)) * horizontal;
    const rows = Math.ceil(height / (BLOCK * tallest)) * vertical;
    return {
      ...component,
      ownColumns: Math.ceil((width * horizontal) / widest / BLOCK),
      ownRows: Math.ceil((height * vertical) / tallest / BLOCK),
      columns,
      rows,
      coefficients: new Int16Array(columns * rows * BLOCK * BLOCK),
    };
  });
}

/** Annex B.2.4.1, in natural order. */
function readQuantizations(payload: Uint8Array, quantizations: Map<number, Float32Array>): void {
  const view = viewOf(payload);
  for (let at = 0; at < payload.length;) {
    const head = view.getUint8(at);
    const bytes = head >> 4 === 0 ? 1 : 2;
    const table = new Float32Array(BLOCK * BLOCK);
    for (const [index, place] of ZIGZAG.entries()) {
      const offset = at + 1 + index * bytes;
      table[place] = bytes === 1 ? view.getUint8(offset) : view.getUint16(offset);
    }
    quantizations.set(head & 0x0f, table);
    at += 1 + BLOCK * BLOCK * bytes;
  }
}

function toSamples(component: JpegComponent, factors: Float32Array | undefined): Uint8ClampedArray {
  if (factors === undefined) throw new RangeError('A quantization table is missing');
  const { columns, rows, coefficients } = component;
  const samples = new Uint8ClampedArray(columns * rows * BLOCK * BLOCK);
  const stride = columns * BLOCK;
  const between = new Float32Array(BLOCK * BLOCK);
  for (let block = 0; block < columns * rows; block += 1) {
    const start = Math.floor(block / columns) * stride * BLOCK + (block % columns) * BLOCK;
    transformRows(coefficients, block * BLOCK * BLOCK, factors, between);
    for (let x = 0; x < BLOCK; x += 1) {
      for (let y = 0; y < BLOCK; y += 1) {
        let sum = 128;
        for (let v = 0; v < BLOCK; v += 1) {
          sum += (between[v * BLOCK + x] ?? 0) * (COSINES[y * BLOCK + v] ?? 0);
        }
        samples[start + y * stride + x] = sum;
      }
    }
  }
  return samples;
}

function transformRows(
  coefficients: Int16Array,
  start: number,
  factors: Float32Array,
  result: Float32Array,
): void {
  for (let v = 0; v < BLOCK; v += 1) {
    for (let x = 0; x < BLOCK; x += 1) {
      let sum = 0;
      for (let u = 0; u < BLOCK; u += 1) {
        const at = v * BLOCK + u;
        const coefficient = (coefficients[start + at] ?? 0) * (factors[at] ?? 0);
        if (coefficient !== 0) sum += coefficient * (COSINES[x * BLOCK + u] ?? 0);
      }
      result[v * BLOCK + x] = sum;
    }
  }
}
