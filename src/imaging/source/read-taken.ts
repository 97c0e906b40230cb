import { CONTROL_CHARACTERS } from '../../shared/entry-rules.ts';
import {
  CAMERA_BOUNDS,
  CAMERA_TEXT_MAX_CHARACTERS,
  LATITUDE_BOUNDS,
  LONGITUDE_BOUNDS,
  readTakenAt,
  type LocalTime,
  type Location,
  type TakenFacts,
} from '../../shared/taken-facts.ts';
import type { ImageType } from '../sniff.ts';
import { openExif, type ExifDirectory } from './exif-directory.ts';
import { findExif } from './find-exif.ts';

export interface TakenOptions {
  /** Whether the facts may hold the place. */
  readonly withLocation: boolean;
}

/** EXIF 2.32, sections 4.6.4 to 4.6.6. */
const TAG = {
  MAKE: 0x010f,
  MODEL: 0x0110,
  PHOTOGRAPH: 0x8769,
  GPS: 0x8825,
  EXPOSURE: 0x829a,
  F_NUMBER: 0x829d,
  ISO: 0x8827,
  FOCAL_LENGTH: 0x920a,
  LENS: 0xa434,
} as const;
/** Of the exposure, else of the scan: date, fraction, offset. */
const DATE_TAGS = [
  [0x9003, 0x9291, 0x9011],
  [0x9004, 0x9292, 0x9012],
] as const;
const GPS_TAG = { LATITUDE: [1, 2], LONGITUDE: [3, 4] } as const;

const EXIF_DATE = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/u;
const FRACTION = /^\d{1,3}/u;
/** Legal forms and trades in names of makers, as in "RICOH IMAGING COMPANY, LTD.". */
const MAKER_SUFFIX =
  /[ ,]+(?:imaging|optical|electric|corporation|corp|company|co|ltd|inc)(?:[ ,.].*)?$/iu;
/** The stated ISO of values that do not fit. */
const ISO_OVERFLOW = 65_535;
/** About 10 cm. */
const DEGREE_DIGITS = 6;

/** The facts of a file. Missing, damaged and impossible ones are left out: metadata refuses no image. */
export function readTaken(
  mimeType: ImageType,
  file: Uint8Array,
  options: TakenOptions,
): TakenFacts {
  const exif = findExif(mimeType, file);
  return exif === null ? {} : readTakenFacts(exif, options);
}

/** @param tiff a block of EXIF from its byte order on. */
export function readTakenFacts(tiff: Uint8Array, { withLocation }: TakenOptions): TakenFacts {
  const exif = openExif(tiff);
  if (exif === undefined) return {};
  const photograph = exif.linked(TAG.PHOTOGRAPH);
  return known({
    takenAt: readDate(photograph),
    camera: readCamera(exif.first, photograph),
    location: withLocation ? readLocation(exif.linked(TAG.GPS)) : undefined,
  });
}

function readDate(photograph: ExifDirectory): LocalTime | undefined {
  for (const [dateTag, fractionTag, offsetTag] of DATE_TAGS) {
    const match = EXIF_DATE.exec(photograph.text(dateTag)?.trim() ?? '');
    if (match === null) continue;
    const [, year, month, day, time] = match;
    const fraction = FRACTION.exec(photograph.text(fractionTag)?.trim() ?? '')?.[0] ?? '';
    const local = `${year}-${month}-${day}T${time}${fraction === '' ? '' : `.${fraction}`}`;
    const offset = photograph.text(offsetTag)?.trim() ?? '';
    const takenAt = readTakenAt(local + offset) ?? readTakenAt(local);
    if (takenAt !== null) return takenAt;
  }
  return undefined;
}

function readCamera(image: ExifDirectory, photograph: ExifDirectory): TakenFacts['camera'] {
  const camera = known({
    name: joinName(lineOf(image.text(TAG.MAKE)), lineOf(image.text(TAG.MODEL))),
    lens: lineOf(photograph.text(TAG.LENS)),
    exposureSeconds: bounded(photograph.number(TAG.EXPOSURE), CAMERA_BOUNDS.exposureSeconds),
    fNumber: bounded(photograph.number(TAG.F_NUMBER), CAMERA_BOUNDS.fNumber),
    iso: readIso(photograph),
    focalLengthMm: bounded(photograph.number(TAG.FOCAL_LENGTH), CAMERA_BOUNDS.focalLengthMm),
  });
  return Object.keys(camera).length === 0 ? undefined : camera;
}

/** Makers begin their models with their own name, or do not. */
function joinName(maker: string | undefined, model: string | undefined): string | undefined {
  // Nothing is left of a suffix alone.
  const short = lineOf(maker?.replace(MAKER_SUFFIX, ''));
  if (short === undefined || model === undefined) return model ?? short;
  const [word = short] = short.split(' ');
  const isNamed = model.toLowerCase().startsWith(word.toLowerCase());
  return lineOf(isNamed ? model : `${short} ${model}`);
}

function readIso(photograph: ExifDirectory): number | undefined {
  const iso = photograph.number(TAG.ISO);
  const isKnown = iso !== undefined && Number.isInteger(iso) && iso !== ISO_OVERFLOW;
  return isKnown ? bounded(iso, CAMERA_BOUNDS.iso) : undefined;
}

/** Phones without a fix write zeros or nothing; nobody photographs at sea where both are 0. */
function readLocation(gps: ExifDirectory): Location | undefined {
  const latitude = readDegrees(gps, GPS_TAG.LATITUDE, 'S', LATITUDE_BOUNDS);
  const longitude = readDegrees(gps, GPS_TAG.LONGITUDE, 'W', LONGITUDE_BOUNDS);
  if (latitude === undefined || longitude === undefined) return undefined;
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

/** From degrees, minutes and seconds. */
function readDegrees(
  gps: ExifDirectory,
  [side, value]: readonly [number, number],
  negative: string,
  [least, most]: readonly [number, number],
): number | undefined {
  const [degrees = NaN, minutes = NaN, seconds = NaN] = gps.numbers(value, 3);
  const size = degrees + minutes / 60 + seconds / 3600;
  const signed = gps.text(side)?.trim().toUpperCase() === negative ? -size : size;
  const rounded = Number(signed.toFixed(DEGREE_DIGITS));
  return rounded >= least && rounded <= most ? rounded : undefined;
}

/** To five digits. */
function bounded(
  value: number | undefined,
  [least, most]: readonly [number, number],
): number | undefined {
  if (value === undefined) return undefined;
  const rounded = Number(value.toPrecision(5));
  return rounded >= least && rounded <= most ? rounded : undefined;
}

function lineOf(text: string | undefined): string | undefined {
  const line = text?.replace(CONTROL_CHARACTERS, ' ').replace(/\s+/gu, ' ').trim();
  if (line === undefined || !/[\p{L}\p{N}]/u.test(line)) return undefined;
  // The cut may leave half of a pair.
  return line.slice(0, CAMERA_TEXT_MAX_CHARACTERS).replace(CONTROL_CHARACTERS, '').trim();
}

function known<Facts extends object>(facts: Facts): Facts {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Facts;
}
