import { z } from 'zod';

/** The queues' names, as wrangler.toml has them. */
export const QUEUES = {
  publish: 'tintype-publish',
  outbox: 'tintype-outbox',
  dead: 'tintype-dead',
} as const;

/** Queue bodies, checked on arrival: a queue is a boundary like any other. */
export const PublishMessage = z.object({ jobId: z.int().positive() });

export const OutboxMessage = z.object({ kind: z.enum(['purge', 'erase', 'account']) });

/** What becomes of a message: done with, or to come again. */
export type Verdict = { readonly ack: true } | { readonly ack: false; readonly delayMs: number };
