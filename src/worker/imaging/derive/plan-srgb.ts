import type { ColorEncoding } from '../../../imaging/color/color-encoding.ts';
import {
  type ColorConversion,
  createGridConversion,
} from '../../../imaging/color/convert-pixels.ts';
import { parseIccProfile } from '../../../imaging/color/icc-reader.ts';
import { createToSrgb } from '../../../imaging/color/icc-to-srgb.ts';
import { planColor } from '../../../imaging/color/plan-color.ts';

/** Clamps out-of-gamut colours; null when no conversion is needed. @throws {ImageError} unsupported_color, for HDR. */
export function planSrgb(color: ColorEncoding): ColorConversion | null {
  const { profile, conversion } = planColor(color);
  const parsed = profile === null ? null : parseIccProfile(profile);
  const toSrgb = parsed === null ? null : createToSrgb(parsed);
  if (toSrgb === null) return conversion;
  const convert = createGridConversion(toSrgb);
  return (pixels) => {
    conversion?.(pixels);
    convert(pixels);
  };
}
