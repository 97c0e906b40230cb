import { z } from '@hono/zod-openapi';
import {
  CAMERA_BOUNDS,
  CAMERA_TEXT_MAX_CHARACTERS,
  LATITUDE_BOUNDS,
  LONGITUDE_BOUNDS,
  readTakenAt,
  TAKEN_AT_PATTERN,
  TAKEN_YEARS,
} from '../../shared/taken-facts.ts';
import { plainText } from './plain-text.ts';
import { textMatching } from './text-matching.ts';

const YEARS = `from ${TAKEN_YEARS.first} to ${TAKEN_YEARS.last}`;

/** An unknown fact is left out. */
export const CameraFacts = z.object({
  name: line().optional().openapi({ description: 'Maker and model' }),
  lens: line().optional(),
  exposure_seconds: within(z.number(), CAMERA_BOUNDS.exposureSeconds).optional(),
  f_number: within(z.number(), CAMERA_BOUNDS.fNumber).optional(),
  iso: within(z.int(), CAMERA_BOUNDS.iso).optional(),
  focal_length_mm: within(z.number(), CAMERA_BOUNDS.focalLengthMm).optional(),
});

/** Degrees, WGS 84. */
export const Location = z.object({
  latitude: within(z.number(), LATITUDE_BOUNDS),
  longitude: within(z.number(), LONGITUDE_BOUNDS),
});

export const TakenFacts = z
  .object({
    taken_at: textMatching(TAKEN_AT_PATTERN, 'must be as in 2026-11-27T12:00:00+01:00')
      .refine((text) => readTakenAt(text) !== null, `must be a day ${YEARS}`)
      .optional()
      .openapi({
        description: `By the camera’s clock, with its offset where that is known: ${YEARS}`,
        example: '2026-11-27T12:00:00+01:00',
        maxLength: '2026-11-27T12:00:00.000+01:00'.length,
      }),
    camera: CameraFacts.optional(),
    location: Location.optional().openapi({
      description: 'Dropped unless the account keeps locations (`keep_location`)',
    }),
  })
  .openapi({ description: 'Facts of a photograph' });

function line() {
  return plainText(CAMERA_TEXT_MAX_CHARACTERS).min(1);
}

function within<Value extends z.ZodNumber>(value: Value, [least, most]: readonly [number, number]) {
  return value.min(least).max(most);
}
