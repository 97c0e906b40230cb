import { evaluateCurve, readXyz, type IccProfile } from './icc-reader.ts';

// The D50-adapted colorants of sRGB, rounded as in its registered profile.
const COLORANTS = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const;

// Less than one step of 8 bits; the short profiles in use are well within.
const COLORANT_TOLERANCE = 0.002;
const CURVE_TOLERANCE = 0.004;
const CURVE_PROBES = 32;

/** Gamma, a, b, c, d. */
export const SRGB_CURVE: readonly number[] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45];

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

/** To within one step of 8 bits. */
export function isSrgbCurve(tag: Uint8Array): boolean {
  for (let probe = 0; probe <= CURVE_PROBES; probe += 1) {
    const value = probe / CURVE_PROBES;
    const light = evaluateCurve(tag, value);
    if (light === null || Math.abs(light - decodeSrgb(value)) > CURVE_TOLERANCE) return false;
  }
  return true;
}

/** Both 0 to 1. */
export function encodeSrgb(light: number): number {
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Both 0 to 1 (IEC 61966-2-1, section 4.3.1). */
export function decodeSrgb(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
