import { z } from '@hono/zod-openapi';
import { ERRORS } from '../domain/errors.ts';
import type { Failure as DomainFailure } from '../domain/failure.ts';

/** Why there is no image, or none that is published: an error's number, and words for the owner. */
export const Failure = z.object({ code: z.int(), message: z.string() });

/** A failure for the wire. */
export function toFailure({ error, message }: DomainFailure): z.infer<typeof Failure> {
  return { code: ERRORS[error].code, message };
}
