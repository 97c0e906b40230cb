import { readLut } from './icc-lut.ts';
import { evaluateCurve, readXyz, type IccProfile } from './icc-reader.ts';
import { decodeSrgb, encodeSrgb } from './srgb.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

export interface ToSrgb {
  /** To a perceptually even scale, for which a coarse grid suffices. */
  readonly shape: (value: number, channel: number) => number;
  /** Out-of-gamut colours lie beyond 0 and 1. */
  readonly evaluate: (shaped: readonly number[]) => Rgb;
}

const WHITE_D50 = [0.9642, 1, 0.8249] as const;
/** The ratio of the largest encodable XYZ value to 1.0 (0x8000). */
const XYZ_SCALE = 1 + 32_767 / 32_768;
const LEGACY_SCALE = 65_535 / 65_280;
/** The inverse of sRGB's adapted colorants. */
const XYZ_TO_SRGB = [
  [3.133_856_1, -1.616_866_7, -0.490_614_6],
  [-0.978_768_4, 1.916_141_5, 0.033_454],
  [0.071_945_3, -0.228_991_4, 1.405_242_7],
] as const;

/** Uses the profile's table if it has one, as browsers do, else curves and colorants. Null when both are unknown. */
export function createToSrgb(profile: IccProfile): ToSrgb | null {
  const tag = profile.tags.get('A2B0') ?? profile.tags.get('A2B1');
  const lut = tag === undefined ? null : readLut(tag);
  if (lut === null) return profile.colorSpace === 'RGB ' ? createFromMatrix(profile) : null;
  if (lut.inputs !== (profile.colorSpace === 'CMYK' ? 4 : 3)) return null;
  const isLab = profile.connectionSpace === 'Lab ';
  const scale = lut.isLegacy && isLab ? LEGACY_SCALE : 1;
  const evaluate: ToSrgb['evaluate'] = (channels) => {
    const [x = 0, y = 0, z = 0] = lut.evaluate(channels).map((value) => value * scale);
    return isLab
      ? fromXyz(...labToXyz(x * 100, y * 255 - 128, z * 255 - 128))
      : fromXyz(x * XYZ_SCALE, y * XYZ_SCALE, z * XYZ_SCALE);
  };
  return { shape: (value) => value, evaluate };
}

function createFromMatrix({ tags, connectionSpace }: IccProfile): ToSrgb | null {
  const curves = ['rTRC', 'gTRC', 'bTRC'].flatMap((name) => tags.get(name) ?? []);
  const colorants = ['rXYZ', 'gXYZ', 'bXYZ'].flatMap((name) => {
    const tag = tags.get(name);
    const xyz = tag === undefined ? null : readXyz(tag);
    return xyz === null ? [] : [xyz];
  });
  const isKnown = curves.every((curve) => evaluateCurve(curve, 0.5) !== null);
  const isComplete = curves.length === 3 && colorants.length === 3;
  if (!isKnown || !isComplete || connectionSpace !== 'XYZ ') return null;
  const lightOf = (value: number, channel: number): number => {
    const light = evaluateCurve(curves[channel] ?? new Uint8Array(), value) ?? 0;
    return Math.min(1, Math.max(0, light));
  };
  return {
    shape: (value, channel) => encodeSrgb(lightOf(value, channel)),
    evaluate: (shaped) => {
      const light = shaped.map(decodeSrgb);
      const along = (axis: 0 | 1 | 2): number =>
        colorants.reduce((sum, xyz, index) => sum + xyz[axis] * (light[index] ?? 0), 0);
      return fromXyz(along(0), along(1), along(2));
    },
  };
}

/** Clamping before interpolation would distort neighbouring colours. */
function fromXyz(x: number, y: number, z: number): Rgb {
  const encode = ([first, second, third]: (typeof XYZ_TO_SRGB)[number]): number =>
    encodeBeyond(first * x + second * y + third * z);
  return [encode(XYZ_TO_SRGB[0]), encode(XYZ_TO_SRGB[1]), encode(XYZ_TO_SRGB[2])];
}

/** CIE 15, section 8.2.1. */
function labToXyz(lightness: number, a: number, b: number): Rgb {
  const y = (lightness + 16) / 116;
  const expand = (value: number): number =>
    value > 6 / 29 ? value ** 3 : (value - 4 / 29) * 3 * (6 / 29) ** 2;
  return [
    expand(y + a / 500) * WHITE_D50[0],
    expand(y) * WHITE_D50[1],
    expand(y - b / 200) * WHITE_D50[2],
  ];
}

function encodeBeyond(light: number): number {
  return Math.sign(light) * encodeSrgb(Math.abs(light));
}
