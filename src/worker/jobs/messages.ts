import { z } from 'zod';
import { OUTBOX_KINDS } from '../domain/outbox/events.ts';
import type { OutboxMessage, PublishMessage } from '../domain/services.ts';

export const QUEUES = {
  publish: 'tintype-publish',
  avif: 'tintype-avif',
  outbox: 'tintype-outbox',
  dead: 'tintype-dead',
} as const;

export const PUBLISH_SCHEMA: z.ZodType<PublishMessage> = z.object({ jobId: z.int().positive() });

export const OUTBOX_SCHEMA: z.ZodType<OutboxMessage> = z.object({ kind: z.enum(OUTBOX_KINDS) });
