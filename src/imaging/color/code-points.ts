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

/** ITU-T H.273, table 2, without film. 2 is "unspecified"; 0 and 3 are reserved. */
export const PRIMARIES: ReadonlyMap<number, Chromaticities> = new Map<number, Chromaticities>([
  [0, SRGB_CHROMATICITIES],
  [1, SRGB_CHROMATICITIES],
  [2, SRGB_CHROMATICITIES],
  [3, SRGB_CHROMATICITIES],
  [5, { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: D65 }],
  [6, SMPTE_170M],
  [7, SMPTE_170M],
  [9, { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 }],
  [11, { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] }],
  [12, { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 }],
]);

/**
 * ITU-T H.273, table 3: the exponent from pixel value to light; null for the sRGB curve. Browsers read BT.709, BT.601
 * and BT.2020 as sRGB too, because encoders write them for still images. 16 (PQ) and 18 (HLG) do not fit into 8 bits.
 */
export const TRANSFER_GAMMAS: ReadonlyMap<number, number | null> = new Map<number, number | null>([
  [0, null],
  [1, null],
  [2, null],
  [3, null],
  [4, 2.2],
  [5, 2.8],
  [6, null],
  [8, 1],
  [13, null],
  [14, null],
  [15, null],
]);

export const HDR_TRANSFERS: ReadonlySet<number> = new Set([16, 18]);
