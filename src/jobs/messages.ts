import { z } from 'zod';

/** Queue bodies, checked on arrival: a queue is a boundary like any other. */
export const PublishMessage = z.object({ jobId: z.int().positive() });

export const OutboxMessage = z.object({ kind: z.enum(['purge', 'erase', 'account']) });
