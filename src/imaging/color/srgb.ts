import { evaluateCurve, readXyz, type IccProfile } from './icc-reader.ts';

// The colorants of sRGB adapted to D50, as its registered profile rounds them.
const COLORANTS = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const;

// Less than what one step of 8 bits can show; the short profiles in use are well within.
const COLORANT_TOLERANCE = 0.002;
const CURVE_TOLERANCE = 0.004;
const CURVE_PROBES = 32;

/** As a parametric curve: gamma, a, b, c, d. */
export const SRGB_CURVE: readonly number[] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45];

/** Whether a profile says no more than what an image without any means. */
export function isSrgbProfile(profile: IccProfile): boolean {
  if (profile.colorSpace !== 'RGB ' || profile.tags.has('A2B0')) return false;
  const hasColorants = Object.entries(COLORANTS).every(([name, expected]) => {
    const tag = profile.tags.get(name);
    const actual = tag === undefined ? null : readXyz(tag);
    return (
      actual !== null &&
      expected.every((value, axis) => Math.abs(value - (actual[axis] ?? 0)) <= COLORANT_TOLERANCE)
    );
  });
  const hasCurves = ['rTRC', 'gTRC', 'bTRC'].every((name) => {
    const tag = profile.tags.get(name);
    return tag !== undefined && isSrgbCurve(tag);
  });
  return hasColorants && hasCurves;
}

/** Whether a curve tag decodes as sRGB does, to within what 8 bits can show. */
export function isSrgbCurve(tag: Uint8Array): boolean {
  for (let probe = 0; probe <= CURVE_PROBES; probe += 1) {
    const value = probe / CURVE_PROBES;
    const light = evaluateCurve(tag, value);
    if (light === null || Math.abs(light - decodeSrgb(value)) > CURVE_TOLERANCE) return false;
  }
  return true;
}

/** The pixel value of an amount of light, both from 0 to 1. */
export function encodeSrgb(light: number): number {
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** IEC 61966-2-1, section 4.3.1: the light of a pixel value, both from 0 to 1. */
export function decodeSrgb(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
