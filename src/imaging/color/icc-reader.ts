/** Matrix and curve profiles (ICC.1:2022). */

import { viewOf } from '../../shared/bytes.ts';

const HEADER_BYTES = 128;
const SIGNATURE_OFFSET = 36;
/** Real profiles have some twenty. Firefox refuses more, too. */
const MAX_TAGS = 1024;
/** Parameters by function type: g, then a to f. */
const PARAMETER_COUNTS = [1, 3, 4, 5, 7];

export interface IccProfile {
  /** 'RGB ', 'GRAY' or 'CMYK'. */
  readonly colorSpace: string;
  /** 'XYZ ' or 'Lab '. */
  readonly connectionSpace: string;
  readonly tags: ReadonlyMap<string, Uint8Array>;
}

/** Sections 7.2 and 7.3; null when the bytes are not a profile. */
export function parseIccProfile(bytes: Uint8Array): IccProfile | null {
  if (bytes.length < HEADER_BYTES + 4 || signatureAt(bytes, SIGNATURE_OFFSET) !== 'acsp') {
    return null;
  }
  const view = viewOf(bytes);
  const tagCount = view.getUint32(HEADER_BYTES);
  if (tagCount > MAX_TAGS) return null;
  const tags = new Map<string, Uint8Array>();
  for (let index = 0; index < tagCount; index += 1) {
    const entry = HEADER_BYTES + 4 + index * 12;
    if (entry + 12 > bytes.length) return null;
    const start = view.getUint32(entry + 4);
    const length = view.getUint32(entry + 8);
    if (start + length > bytes.length) return null;
    tags.set(signatureAt(bytes, entry), bytes.subarray(start, start + length));
  }
  return { colorSpace: signatureAt(bytes, 16), connectionSpace: signatureAt(bytes, 20), tags };
}

/** Section 10.31. */
export function readXyz(tag: Uint8Array): readonly [number, number, number] | null {
  if (tag.length < 20 || signatureAt(tag, 0) !== 'XYZ ') return null;
  const view = viewOf(tag);
  return [fixed(view, 8), fixed(view, 12), fixed(view, 16)];
}

/** In bytes; null when the curve is unknown or cut short. */
export function curveLength(bytes: Uint8Array): number | null {
  if (bytes.length < 12) return null;
  const view = viewOf(bytes);
  const isSampled = signatureAt(bytes, 0) === 'curv';
  if (!isSampled && signatureAt(bytes, 0) !== 'para') return null;
  const length = isSampled
    ? 12 + view.getUint32(8) * 2
    : 12 + (PARAMETER_COUNTS[view.getUint16(8)] ?? Infinity) * 4;
  return length <= bytes.length ? length : null;
}

/** Sections 10.6 and 10.18; `value` is 0 to 1. Null for an unknown curve. */
export function evaluateCurve(tag: Uint8Array, value: number): number | null {
  if (curveLength(tag) === null) return null;
  const evaluate = signatureAt(tag, 0) === 'curv' ? evaluateSampled : evaluateParametric;
  return evaluate(viewOf(tag), value);
}

function signatureAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

function fixed(view: DataView, offset: number): number {
  return view.getInt32(offset) / 65_536;
}

function evaluateSampled(view: DataView, value: number): number {
  const count = view.getUint32(8);
  if (count === 0) return value;
  if (count === 1) return value ** (view.getUint16(12) / 256);
  const position = value * (count - 1);
  const index = Math.min(count - 2, Math.floor(position));
  const low = view.getUint16(12 + index * 2) / 65_535;
  const high = view.getUint16(14 + index * 2) / 65_535;
  return low + (high - low) * (position - index);
}

/** Section 10.18, table 68. */
function evaluateParametric(view: DataView, value: number): number {
  const type = view.getUint16(8);
  const count = PARAMETER_COUNTS[type] ?? 0;
  const parameter = (index: number): number => (index < count ? fixed(view, 12 + index * 4) : 0);
  const [gamma, a, b] = [parameter(0), parameter(1), parameter(2)];
  if (type === 0) return value ** gamma;
  // Types 1 and 2 are constant below the start of their power segment.
  const [slope, start] = type < 3 ? [0, -b / a] : [parameter(3), parameter(4)];
  const below = type === 2 ? parameter(3) : parameter(6);
  const above = type === 2 ? parameter(3) : parameter(5);
  return value >= start ? Math.max(0, a * value + b) ** gamma + above : slope * value + below;
}
