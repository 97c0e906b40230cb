import type { Chromaticities } from './color-encoding.ts';

const D65 = [0.3127, 0.329] as const;

export const SRGB_CHROMATICITIES: Chromaticities = {
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
  white: D65,
};

const SMPTE_170M: Chromaticities = {
  red: [0.63, 0.34],
  green: [0.31, 0.595],
  blue: [0.155, 0.07],
  white: D65,
};

/** ITU-T H.273, table 2, without those that only film scans use. 2 is "unspecified". */
export const PRIMARIES: ReadonlyMap<number, Chromaticities> = new Map<number, Chromaticities>([
  [1, SRGB_CHROMATICITIES],
  [2, SRGB_CHROMATICITIES],
  [5, { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: D65 }],
  [6, SMPTE_170M],
  [7, SMPTE_170M],
  [9, { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 }],
  [11, { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] }],
  [12, { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 }],
]);

/** Parameters of a parametric curve: gamma alone, or gamma, a, b, c, d. */
const SRGB_CURVE: readonly number[] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45];
const BT709_CURVE: readonly number[] = [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081];

/**
 * ITU-T H.273, table 3, as decoding curves. 16 (PQ) and 18 (HLG) are missing: their range does not
 * fit into 8 bits.
 */
export const TRANSFER_CURVES: ReadonlyMap<number, readonly number[]> = new Map<
  number,
  readonly number[]
>([
  [1, BT709_CURVE],
  [2, SRGB_CURVE],
  [4, [2.2]],
  [5, [2.8]],
  [6, BT709_CURVE],
  [8, [1]],
  [13, SRGB_CURVE],
  [14, BT709_CURVE],
  [15, BT709_CURVE],
]);

/**
 * BT.709 and "unspecified" beside BT.709 primaries mean plain sRGB in every browser: encoders write
 * them for pictures that never were video.
 */
export const SRGB_LIKE_TRANSFERS: ReadonlySet<number> = new Set([1, 2, 6, 13, 14, 15]);
