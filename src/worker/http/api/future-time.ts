import { z } from '@hono/zod-openapi';

const MAX_CHARACTERS = 64;

/** Milliseconds since the Unix epoch, or null. The verb judges whether they are in the future. */
export function futureTime(description: string) {
  return z.iso
    .datetime({ offset: true })
    .max(MAX_CHARACTERS)
    .transform((text) => Date.parse(text))
    .nullable()
    .openapi({
      type: ['string', 'null'],
      format: 'date-time',
      maxLength: MAX_CHARACTERS,
      description,
    });
}
