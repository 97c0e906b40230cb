import { PrepareError } from '../prepare-error.ts';
import {
  PRIMARIES,
  SRGB_CHROMATICITIES,
  SRGB_LIKE_TRANSFERS,
  TRANSFER_CURVES,
} from './code-points.ts';
import type { Chromaticities, CodePoints, ColorEncoding } from './color-encoding.ts';
import { parseIccProfile } from './icc-reader.ts';
import { encodeParametricCurve, writeRgbProfile } from './icc-writer.ts';
import { isSrgbCurve, isSrgbProfile } from './srgb.ts';

// What gAMA says for sRGB, and how far off writers round it.
const SRGB_GAMMA = 2.2;
const GAMMA_TOLERANCE = 0.02;
const POINT_TOLERANCE = 0.001;
const MIN_GAMUT_AREA = 0.001;

/**
 * The ICC profile that makes the decoded RGB pixels mean what the source's did; null for sRGB. A profile of the source
 * is kept byte for byte.
 * @throws {PrepareError} unsupported_color, for what RGB pixels of 8 bits cannot carry or the decoders cannot convert
 * (CMYK, HDR).
 */
export function chooseProfile(color: ColorEncoding): Uint8Array | null {
  switch (color.kind) {
    case 'srgb':
      return null;
    case 'cmyk':
      throw new PrepareError(
        'unsupported_color',
        'The image is in CMYK, the colours of print. Export it in RGB first.',
      );
    case 'icc':
      return chooseForIcc(color.profile);
    case 'code_points':
      return chooseForCodePoints(color.codePoints);
    case 'gamma':
      return chooseForGamma(color.gamma, color.chromaticities);
  }
}

/**
 * Decoders return gray as equal red, green and blue. Under sRGB's primaries and the gray profile's own curve these are
 * exactly the grays that were meant. A curve that leads to Lab is left out.
 */
function chooseForIcc(bytes: Uint8Array): Uint8Array | null {
  const profile = parseIccProfile(bytes);
  if (profile === null || isSrgbProfile(profile)) return null;
  if (profile.colorSpace === 'RGB ') return bytes;
  const curve = profile.tags.get('kTRC');
  if (profile.colorSpace !== 'GRAY' || profile.connectionSpace !== 'XYZ ' || curve === undefined) {
    return null;
  }
  return isSrgbCurve(curve) ? null : writeRgbProfile('Gray', SRGB_CHROMATICITIES, curve);
}

function chooseForCodePoints({ primaries, transfer }: CodePoints): Uint8Array | null {
  const chromaticities = PRIMARIES.get(primaries);
  const curve = TRANSFER_CURVES.get(transfer);
  if (chromaticities === undefined || curve === undefined) {
    throw new PrepareError(
      'unsupported_color',
      'The image uses a colour encoding, such as HDR, that cannot be kept. Export it as a standard picture first.',
    );
  }
  if (chromaticities === SRGB_CHROMATICITIES && SRGB_LIKE_TRANSFERS.has(transfer)) return null;
  return writeRgbProfile(
    `H.273 ${primaries}/${transfer}`,
    chromaticities,
    encodeParametricCurve(curve),
  );
}

function chooseForGamma(gamma: number, declared: Chromaticities | null): Uint8Array | null {
  const isPlausible = gamma >= 0.1 && gamma <= 10;
  const gamut = declared !== null && isGamut(declared) ? declared : SRGB_CHROMATICITIES;
  const isUsual = Math.abs(gamma - SRGB_GAMMA) <= GAMMA_TOLERANCE && isSrgbGamut(gamut);
  if (!isPlausible || isUsual) return null;
  return writeRgbProfile('PNG gamma', gamut, encodeParametricCurve([gamma]));
}

/** Whether the points can be primaries at all: a triangle with an area, and a white above the axis. */
function isGamut({ red, green, blue, white }: Chromaticities): boolean {
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  const hasLight = [red, green, blue, white].every((point) => point[1] > 0);
  return hasLight && Math.abs(area) > MIN_GAMUT_AREA;
}

function isSrgbGamut({ red, green, blue, white }: Chromaticities): boolean {
  return (
    isNear(red, SRGB_CHROMATICITIES.red) &&
    isNear(green, SRGB_CHROMATICITIES.green) &&
    isNear(blue, SRGB_CHROMATICITIES.blue) &&
    isNear(white, SRGB_CHROMATICITIES.white)
  );
}

function isNear(actual: readonly number[], expected: readonly number[]): boolean {
  return expected.every(
    (value, index) => Math.abs(value - (actual[index] ?? 0)) <= POINT_TOLERANCE,
  );
}
