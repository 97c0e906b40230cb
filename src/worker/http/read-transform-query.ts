import type { TransformQuery, Wanted } from '../domain/delivery/transform-query.ts';
import { err, ok } from '../../shared/result.ts';

export const MAX_QUALITY = 100;
const POSITIVE_INTEGER = /^[1-9]\d{0,9}$/u;

/** `w`, `h` (pixels, up to `maxSide`) and `q` (1 to 100). Only pipeline-1 images have them, and refuse wrong ones. */
export function readTransformQuery(url: string, maxSide: number): TransformQuery | null {
  if (!url.includes('?')) return null;
  const { searchParams } = new URL(url);
  const limits = { w: maxSide, h: maxSide, q: MAX_QUALITY };
  const read: { w: number | null; h: number | null; q: number | null } = {
    w: null,
    h: null,
    q: null,
  };
  for (const name of ['w', 'h', 'q'] as const) {
    const [text, ...others] = searchParams.getAll(name);
    if (text === undefined) continue;
    const value = POSITIVE_INTEGER.test(text) && others.length === 0 ? Number(text) : Infinity;
    if (value > limits[name]) {
      return err(`${name}: one whole number from 1 to ${String(limits[name])}`);
    }
    read[name] = value;
  }
  const wanted: Wanted = { width: read.w, height: read.h, quality: read.q };
  return Object.values(wanted).every((value) => value === null) ? null : ok(wanted);
}
