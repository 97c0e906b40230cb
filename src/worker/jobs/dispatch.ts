import type { z } from 'zod';
import { makeAvif } from '../domain/publication/make-avif.ts';
import { publishImage } from '../domain/publication/publish-image.ts';
import type { PublishMessage, Services } from '../domain/services.ts';
import { describeError } from '../lib/log.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { OUTBOX_SCHEMA, PUBLISH_SCHEMA, QUEUES } from './messages.ts';

type Verdict = { readonly ack: true } | { readonly ack: false; readonly delayMs: number };

type Handler = (services: Services, body: unknown) => Promise<Verdict>;

/** Delay after a failure that the job could not record: database or bucket unreachable. */
const FAILURE_DELAY_MS = 30_000;
const MAX_DELAY_SECONDS = 86_400;
const LOGGED_BODY_CHARACTERS = 500;

const HANDLERS: Readonly<Record<string, Handler>> = {
  [QUEUES.publish]: accept(PUBLISH_SCHEMA, workOnJob('publication', publishImage)),
  [QUEUES.avif]: accept(PUBLISH_SCHEMA, workOnJob('avif', makeAvif)),
  [QUEUES.outbox]: accept(OUTBOX_SCHEMA, async (services, { kind }) => {
    await deliverOutbox(services, kind);
    return { ack: true };
  }),
  [QUEUES.dead]: logDeadLetter,
};

/** @throws {DomainError} database_unavailable, cache_unavailable while the boot gate is closed: all are retried. */
export async function dispatchBatch(
  { queue, messages }: Pick<MessageBatch, 'queue' | 'messages'>,
  services: Services,
): Promise<void> {
  await services.bootGate.pass(services.directory, services.cache);
  // A message of the outbox tells only that events of a kind are due: one delivery serves all that come together.
  const delivered = new Map<string, Verdict>();
  for (const message of messages) {
    const body = JSON.stringify(message.body);
    const verdict = delivered.get(body) ?? (await handle(services, queue, message));
    if (queue === QUEUES.outbox) delivered.set(body, verdict);
    if (verdict.ack) {
      message.ack();
    } else {
      const delaySeconds = Math.min(Math.ceil(verdict.delayMs / 1000), MAX_DELAY_SECONDS);
      message.retry({ delaySeconds });
    }
  }
}

async function handle(
  services: Services,
  queue: string,
  message: Pick<Message, 'id' | 'body'>,
): Promise<Verdict> {
  try {
    const handler = HANDLERS[queue];
    if (handler === undefined) throw new Error('no handler for this queue');
    return await handler(services, message.body);
  } catch (error) {
    services.log.error('queue_message_failed', {
      queue,
      message_id: message.id,
      reason: describeError(error),
    });
    return { ack: false, delayMs: FAILURE_DELAY_MS };
  }
}

/** An invalid body is acknowledged, since a retry cannot help. */
function accept<Body>(
  schema: z.ZodType<Body>,
  job: (services: Services, message: Body) => Promise<Verdict>,
): Handler {
  return async (services, body) => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return job(services, parsed.data);
    services.log.error('queue_message_unknown', { body: excerpt(body) });
    return { ack: true };
  };
}

/** A job that is leased or waits needs no message: the sweep sends one. */
function workOnJob(event: string, work: typeof publishImage) {
  return async (services: Services, { jobId }: PublishMessage): Promise<Verdict> => {
    const result = await work(services, jobId);
    services.log.info(event, { job_id: jobId, outcome: result.outcome });
    return result.outcome === 'postponed' ? { ack: false, delayMs: result.delayMs } : { ack: true };
  };
}

/** The row of a dead letter stays, and the sweep handles it. */
async function logDeadLetter({ log }: Pick<Services, 'log'>, body: unknown): Promise<Verdict> {
  log.error('queue_message_dead', { body: excerpt(body) });
  return { ack: true };
}

function excerpt(body: unknown): string | undefined {
  return JSON.stringify(body)?.slice(0, LOGGED_BODY_CHARACTERS);
}
