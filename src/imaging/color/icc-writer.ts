/** Matrix and curve profiles of version 4 (ICC.1:2022). */

import { utf8 } from '../../shared/bytes.ts';
import type { Chromaticities } from './color-encoding.ts';

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

const HEADER_BYTES = 128;
const D50: Vector = [0.9642, 1, 0.8249];
// Bradford, which ICC prescribes (annex E).
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

export function writeRgbProfile(
  description: string,
  chromaticities: Chromaticities,
  curve: Uint8Array,
): Uint8Array {
  const adaptation = adaptationMatrix(toXyz(chromaticities.white));
  const [red, green, blue] = transpose(colorantMatrix(chromaticities, adaptation));
  const tags: readonly (readonly [names: readonly string[], data: Uint8Array])[] = [
    [['desc'], encodeText(description)],
    [['cprt'], encodeText('CC0')],
    [['wtpt'], encodeFixed('XYZ ', D50)],
    [['chad'], encodeFixed('sf32', adaptation.flat())],
    [['rXYZ'], encodeFixed('XYZ ', red)],
    [['gXYZ'], encodeFixed('XYZ ', green)],
    [['bXYZ'], encodeFixed('XYZ ', blue)],
    [['rTRC', 'gTRC', 'bTRC'], curve],
  ];
  const tagCount = tags.reduce((count, [names]) => count + names.length, 0);
  const tableEnd = HEADER_BYTES + 4 + tagCount * 12;
  const bytes = new Uint8Array(tags.reduce((end, [, data]) => end + align(data.length), tableEnd));
  const view = new DataView(bytes.buffer);
  encodeHeader(view, bytes);
  view.setUint32(HEADER_BYTES, tagCount);
  let entry = HEADER_BYTES + 4;
  let offset = tableEnd;
  for (const [names, data] of tags) {
    for (const name of names) {
      bytes.set(utf8(name), entry);
      view.setUint32(entry + 4, offset);
      view.setUint32(entry + 8, data.length);
      entry += 12;
    }
    bytes.set(data, offset);
    offset += align(data.length);
  }
  return bytes;
}

/** The number of parameters determines the function type (section 10.18). */
export function encodeParametricCurve(parameters: readonly number[]): Uint8Array {
  return encodeTag('para', 4 + parameters.length * 4, (view) => {
    view.setUint16(0, parameters.length === 1 ? 0 : 3);
    for (const [index, value] of parameters.entries()) {
      view.setInt32(4 + index * 4, Math.round(value * 65_536));
    }
  });
}

/** From the actual white point to D50. */
function adaptationMatrix(white: Vector): Matrix {
  const from = apply(BRADFORD, white);
  const to = apply(BRADFORD, D50);
  const gains = scaleRows([to[0] / from[0], to[1] / from[1], to[2] / from[2]]);
  return multiply(invert(BRADFORD), multiply(gains, BRADFORD));
}

function apply(matrix: Matrix, vector: Vector): Vector {
  return [dot(matrix[0], vector), dot(matrix[1], vector), dot(matrix[2], vector)];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function scaleRows(factors: Vector): Matrix {
  return [
    [factors[0], 0, 0],
    [0, factors[1], 0],
    [0, 0, factors[2]],
  ];
}

function multiply(left: Matrix, right: Matrix): Matrix {
  const columns = transpose(right);
  return transpose([apply(left, columns[0]), apply(left, columns[1]), apply(left, columns[2])]);
}

function toXyz([x, y]: readonly [number, number]): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

function transpose([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function invert([a, b, c]: Matrix): Matrix {
  const determinant = dot(a, cross(b, c));
  const scale = (vector: Vector): Vector => [
    vector[0] / determinant,
    vector[1] / determinant,
    vector[2] / determinant,
  ];
  return transpose([scale(cross(b, c)), scale(cross(c, a)), scale(cross(a, b))]);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Columns are the colorants adapted to D50 (annex F.3). */
function colorantMatrix(chromaticities: Chromaticities, adaptation: Matrix): Matrix {
  const { red, green, blue, white } = chromaticities;
  const primaries = transpose([toXyz(red), toXyz(green), toXyz(blue)]);
  const gains = apply(invert(primaries), toXyz(white));
  return multiply(adaptation, multiply(primaries, scaleRows(gains)));
}

/** Section 10.15. */
function encodeText(text: string): Uint8Array {
  return encodeTag('mluc', 20 + text.length * 2, (view) => {
    view.setUint32(0, 1);
    view.setUint32(4, 12);
    view.setUint32(8, 0x656e5553);
    view.setUint32(12, text.length * 2);
    view.setUint32(16, 28);
    for (let index = 0; index < text.length; index += 1) {
      view.setUint16(20 + index * 2, text.charCodeAt(index));
    }
  });
}

function encodeTag(type: string, length: number, fill: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(8 + length);
  bytes.set(utf8(type));
  fill(new DataView(bytes.buffer, 8));
  return bytes;
}

function encodeFixed(type: string, values: readonly number[]): Uint8Array {
  return encodeTag(type, values.length * 4, (view) => {
    for (const [index, value] of values.entries()) {
      view.setInt32(index * 4, Math.round(value * 65_536));
    }
  });
}

function align(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function encodeHeader(view: DataView, bytes: Uint8Array): void {
  view.setUint32(0, bytes.length);
  view.setUint32(8, 0x0430_0000);
  bytes.set(utf8('mntrRGB XYZ '), 12);
  // A fixed date keeps the output deterministic.
  for (const [index, value] of [2026, 1, 1].entries()) view.setUint16(24 + index * 2, value);
  bytes.set(utf8('acsp'), 36);
  bytes.set(encodeFixed('XYZ ', D50).subarray(8), 68);
}
