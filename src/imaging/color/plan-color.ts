import { ImageError } from '../image-error.ts';
import { HDR_TRANSFERS, PRIMARIES, SRGB_CHROMATICITIES, TRANSFER_GAMMAS } from './code-points.ts';
import type { Chromaticities, CodePoints, ColorEncoding } from './color-encoding.ts';
import { createInkConversion } from './convert-inks.ts';
import {
  type ColorConversion,
  createCurveConversion,
  createGridConversion,
} from './convert-pixels.ts';
import { evaluateCurve, type IccProfile, parseIccProfile } from './icc-reader.ts';
import { createToSrgb } from './icc-to-srgb.ts';
import { encodeParametricCurve, writeRgbProfile } from './icc-writer.ts';
import { isSrgbCurve, isSrgbProfile, SRGB_CURVE } from './srgb.ts';

export interface ColorPlan {
  /** Null for sRGB. */
  readonly profile: Uint8Array | null;
  /** Null keeps the pixels. */
  readonly conversion: ColorConversion | null;
}

/** The smallest part has about 2 KB; a profile must not outweigh it. */
const MAX_PROFILE_BYTES = 10 * 1024;

// The gAMA value of sRGB, and the rounding of writers.
const SRGB_GAMMA = 2.2;
const GAMMA_TOLERANCE = 0.02;
const POINT_TOLERANCE = 0.001;
const MIN_GAMUT_AREA = 0.001;

const PLAIN_SRGB: ColorPlan = { profile: null, conversion: null };

/**
 * Applies transfer curves to the pixels, since few viewers support them, and keeps primaries in a profile: the source's
 * byte for byte up to a size limit.
 * @throws {ImageError} unsupported_color, for HDR.
 */
export function planColor(color: ColorEncoding): ColorPlan {
  switch (color.kind) {
    case 'srgb':
      return PLAIN_SRGB;
    case 'cmyk':
      return { profile: null, conversion: createInkConversion(color.profile) };
    case 'icc':
      return planForIcc(color.profile, color.isGray);
    case 'code_points':
      return planForCodePoints(color.codePoints);
    case 'gamma':
      return planForGamma(color.gamma, color.chromaticities);
  }
}

/** Drops a profile of the wrong channel count, as browsers do. They apply an RGB profile to a gray JPEG. */
function planForIcc(bytes: Uint8Array, isGray: boolean): ColorPlan {
  const profile = parseIccProfile(bytes);
  if (profile === null || isSrgbProfile(profile)) return PLAIN_SRGB;
  if (profile.colorSpace === 'GRAY' && isGray) return planForGray(profile);
  if (profile.colorSpace !== 'RGB ') return PLAIN_SRGB;
  if (bytes.length <= MAX_PROFILE_BYTES) return { profile: bytes, conversion: null };
  const toSrgb = createToSrgb(profile);
  return toSrgb === null ? PLAIN_SRGB : { profile: null, conversion: createGridConversion(toSrgb) };
}

/** Decoders return gray as equal red, green and blue. A curve to Lab is dropped. */
function planForGray({ connectionSpace, tags }: IccProfile): ColorPlan {
  const curve = tags.get('kTRC');
  if (connectionSpace !== 'XYZ ' || curve === undefined || isSrgbCurve(curve)) return PLAIN_SRGB;
  if (evaluateCurve(curve, 0.5) === null) return PLAIN_SRGB;
  const lightOf = (value: number): number => evaluateCurve(curve, value) ?? value;
  return { profile: null, conversion: createCurveConversion(lightOf) };
}

function planForCodePoints({ primaries, transfer }: CodePoints): ColorPlan {
  const chromaticities = PRIMARIES.get(primaries);
  const gamma = TRANSFER_GAMMAS.get(transfer);
  if (HDR_TRANSFERS.has(transfer)) {
    throw new ImageError(
      'unsupported_color',
      'The image is in HDR, with more light than a standard image can hold. Export it as a standard image first.',
    );
  }
  if (chromaticities === undefined || gamma === undefined) {
    throw new ImageError(
      'unsupported_color',
      'The image uses a colour encoding that cannot be read here. Export it as a standard image first.',
    );
  }
  return planForPrimaries(`H.273 ${primaries}`, chromaticities, gamma);
}

function planForGamma(gamma: number, declared: Chromaticities | null): ColorPlan {
  const isPlausible = gamma >= 0.1 && gamma <= 10;
  const gamut = declared !== null && isGamut(declared) ? declared : SRGB_CHROMATICITIES;
  const isUsual = Math.abs(gamma - SRGB_GAMMA) <= GAMMA_TOLERANCE && isSrgbGamut(gamut);
  return !isPlausible || isUsual ? PLAIN_SRGB : planForPrimaries('PNG gamma', gamut, gamma);
}

function planForPrimaries(
  description: string,
  chromaticities: Chromaticities,
  gamma: number | null,
): ColorPlan {
  return {
    profile: isSrgbGamut(chromaticities)
      ? null
      : writeRgbProfile(description, chromaticities, encodeParametricCurve(SRGB_CURVE)),
    conversion: gamma === null ? null : createCurveConversion((value) => value ** gamma),
  };
}

function isGamut({ red, green, blue, white }: Chromaticities): boolean {
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  const hasLight = [red, green, blue, white].every((point) => point[1] > 0);
  return hasLight && Math.abs(area) > MIN_GAMUT_AREA;
}

function isSrgbGamut(gamut: Chromaticities): boolean {
  const points = ['red', 'green', 'blue', 'white'] as const;
  return points.every((point) => isNear(gamut[point], SRGB_CHROMATICITIES[point]));
}

function isNear(actual: readonly number[], expected: readonly number[]): boolean {
  return expected.every(
    (value, index) => Math.abs(value - (actual[index] ?? 0)) <= POINT_TOLERANCE,
  );
}
