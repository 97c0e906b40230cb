/** ICC.1:2022, sections 10.10 to 10.12. */

import { viewOf } from '../../shared/bytes.ts';
import { curveLength, evaluateCurve } from './icc-reader.ts';

/** Each channel is 0 to 1. */
export type LutStage = (values: readonly number[]) => readonly number[];

export interface Lut {
  readonly inputs: number;
  readonly evaluate: LutStage;
  /** 16-bit tables of version 2, in which 100 % is 0xff00. */
  readonly isLegacy: boolean;
}

const OUTPUTS = 3;

/** `A2B0`; null when it is unknown or broken. */
export function readLut(tag: Uint8Array): Lut | null {
  try {
    const type = String.fromCharCode(...tag.subarray(0, 4));
    const [inputs = 0, outputs] = tag.subarray(8);
    if (outputs !== OUTPUTS || (inputs !== 3 && inputs !== 4)) return null;
    if (type === 'mft1' || type === 'mft2') return readTables(tag, inputs, type === 'mft2');
    return type === 'mAB ' ? readStages(tag, inputs) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Input tables, grid, output tables. The matrix applies only to XYZ input, so A2B tables ignore it. */
function readTables(tag: Uint8Array, inputs: number, isWide: boolean): Lut {
  const view = viewOf(tag);
  const points = view.getUint8(10);
  const inputEntries = isWide ? view.getUint16(48) : 256;
  const outputEntries = isWide ? view.getUint16(50) : 256;
  demandSteps([points, inputEntries, outputEntries]);
  const sample = sampler(view, isWide ? 2 : 1, isWide ? 52 : 48);
  const gridStart = inputs * inputEntries;
  const outputStart = gridStart + points ** inputs * OUTPUTS;
  const stages = [
    tableStage(sample, 0, inputEntries),
    gridStage(sample, gridStart, Array<number>(inputs).fill(points)),
    tableStage(sample, outputStart, outputEntries),
  ];
  sample(outputStart + OUTPUTS * outputEntries - 1);
  return { inputs, isLegacy: isWide, evaluate: chain(stages) };
}

/** Curves A, grid, curves M, matrix, curves B; all but the last are optional. */
function readStages(tag: Uint8Array, inputs: number): Lut {
  const view = viewOf(tag);
  const [b = 0, matrix = 0, m = 0, grid = 0, a = 0] = [12, 16, 20, 24, 28].map((at) =>
    view.getUint32(at),
  );
  if (grid === 0 && inputs !== OUTPUTS) throw new RangeError('Nothing joins the channels');
  const stages: LutStage[] = [];
  if (a > 0) stages.push(curveStage(tag, a, inputs));
  if (grid > 0) {
    const points = [...tag.subarray(grid, grid + inputs)];
    demandSteps(points);
    const sample = sampler(view, view.getUint8(grid + 16), grid + 20);
    sample(points.reduce((product, count) => product * count, OUTPUTS) - 1);
    stages.push(gridStage(sample, 0, points));
  }
  if (m > 0) stages.push(curveStage(tag, m, OUTPUTS));
  if (matrix > 0) stages.push(matrixStage(view, matrix));
  stages.push(curveStage(tag, b, OUTPUTS));
  return { inputs, isLegacy: false, evaluate: chain(stages) };
}

/** Fewer than two entries leave nothing to interpolate, and reading them would leave the table. */
function demandSteps(counts: readonly number[]): void {
  if (counts.some((count) => count < 2)) throw new RangeError('A table has no steps');
}

type Sampler = (index: number) => number;

function sampler(view: DataView, bytes: number, start: number): Sampler {
  return bytes === 2
    ? (index) => view.getUint16(start + index * 2) / 65_535
    : (index) => view.getUint8(start + index) / 255;
}

function tableStage(sample: Sampler, start: number, entries: number): LutStage {
  return (values) =>
    values.map((value, channel) => {
      const [index, fraction] = locate(value, entries);
      const first = start + channel * entries + index;
      return sample(first) * (1 - fraction) + (fraction === 0 ? 0 : sample(first + 1) * fraction);
    });
}

/** The last channel varies fastest. */
function gridStage(sample: Sampler, start: number, points: readonly number[]): LutStage {
  return (values) => {
    const places = points.map((count, channel) => locate(values[channel] ?? 0, count));
    const result = [0, 0, 0];
    for (let corner = 0; corner < 2 ** points.length; corner += 1) {
      let weight = 1;
      let cell = 0;
      for (const [channel, [index, fraction]] of places.entries()) {
        const isUpper = (corner >> channel) & 1;
        weight *= isUpper === 1 ? fraction : 1 - fraction;
        cell = cell * (points[channel] ?? 0) + index + isUpper;
      }
      if (weight === 0) continue;
      for (let output = 0; output < OUTPUTS; output += 1) {
        result[output] = (result[output] ?? 0) + weight * sample(start + cell * OUTPUTS + output);
      }
    }
    return result;
  };
}

function chain(stages: readonly LutStage[]): LutStage {
  return (values) => stages.reduce((result, stage) => stage(result), values);
}

function curveStage(tag: Uint8Array, start: number, count: number): LutStage {
  const curves: Uint8Array[] = [];
  let offset = start;
  while (curves.length < count) {
    const length = curveLength(tag.subarray(offset));
    if (length === null) throw new RangeError('A curve is unknown');
    curves.push(tag.subarray(offset, offset + length));
    offset += Math.ceil(length / 4) * 4;
  }
  return (values) =>
    values.map((value, channel) => {
      const curve = curves[channel];
      return curve === undefined ? value : (evaluateCurve(curve, clamp(value)) ?? value);
    });
}

function matrixStage(view: DataView, start: number): LutStage {
  const entry = (index: number): number => view.getInt32(start + index * 4) / 65_536;
  const entries = Array.from({ length: 12 }, (_, index) => entry(index));
  return (values) =>
    [0, 1, 2].map((row) =>
      values.reduce(
        (sum, value, column) => sum + value * (entries[row * 3 + column] ?? 0),
        entries[9 + row] ?? 0,
      ),
    );
}

function locate(value: number, entries: number): readonly [index: number, fraction: number] {
  const position = clamp(value) * (entries - 1);
  const index = Math.max(0, Math.min(entries - 2, Math.floor(position)));
  return [index, position - index];
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
