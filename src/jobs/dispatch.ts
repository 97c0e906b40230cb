import type { z } from 'zod';
import type { Services } from '../domain/services.ts';
import { describeError } from '../lib/log.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { OutboxMessage, PublishMessage, QUEUES, type Verdict } from './messages.ts';
import { publish } from './publish.ts';

/** After a failure that the job itself could not record: the database or the bucket was out of reach. */
const FAILURE_DELAY_MS = 30_000;
/** The platform's longest delay. */
const MAX_DELAY_SECONDS = 86_400;

type Handler = (services: Services, body: unknown) => Promise<Verdict>;

/** Checks a body before its job sees it. A body that no version of this service has sent will not get better: dropped. */
const accept =
  <Message>(
    schema: z.ZodType<Message>,
    job: (services: Services, message: Message) => Promise<Verdict>,
  ): Handler =>
  async (services, body) => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return job(services, parsed.data);
    services.log.error('queue_message_unknown', { body: JSON.stringify(body)?.slice(0, 500) });
    return { ack: true };
  };

/** A message that failed again and again is only told of: its durable row stays, and the sweep takes care of that. */
const buryDeadLetter: Handler = async ({ log }, body) => {
  log.error('queue_message_dead', { body: JSON.stringify(body)?.slice(0, 500) });
  return { ack: true };
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  [QUEUES.publish]: accept(PublishMessage, publish),
  [QUEUES.outbox]: accept(OutboxMessage, async (services, { kind }) => {
    await deliverOutbox(services, kind);
    return { ack: true };
  }),
  [QUEUES.dead]: buryDeadLetter,
};

const handle = async (
  services: Services,
  queue: string,
  message: Pick<Message, 'id' | 'body'>,
): Promise<Verdict> => {
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
};

/**
 * Handles a batch of queue messages, each acknowledged or sent back on its own.
 * @throws {DomainError} database_error or cache_error while the boot gate is shut: the whole batch comes again.
 */
export const dispatchBatch = async (
  { queue, messages }: Pick<MessageBatch, 'queue' | 'messages'>,
  services: Services,
): Promise<void> => {
  await services.bootGate.pass(services.db, services.cache);
  for (const message of messages) {
    const verdict = await handle(services, queue, message);
    if (verdict.ack) {
      message.ack();
    } else {
      const delaySeconds = Math.min(Math.ceil(verdict.delayMs / 1000), MAX_DELAY_SECONDS);
      message.retry({ delaySeconds });
    }
  }
};
