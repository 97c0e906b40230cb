import { z } from '@hono/zod-openapi';
import type { Failure as DomainFailure } from '../domain/failure.ts';
import { WIRE_ERRORS } from './wire-errors.ts';

export const Failure = z.object({ code: z.int(), message: z.string() });

export function toFailure({ error, message }: DomainFailure): z.infer<typeof Failure> {
  const wire = WIRE_ERRORS[error];
  return { code: wire.code, message: message ?? wire.message };
}
