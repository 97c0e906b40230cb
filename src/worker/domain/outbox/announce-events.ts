import type { Services } from '../services.ts';
import type { OutboxKind } from './events.ts';

/** Says on the queue that events of a kind are due. Losing the message is harmless: the cron looks each minute. */
export async function announceEvents(
  { outboxQueue, log }: Pick<Services, 'outboxQueue' | 'log'>,
  kind: OutboxKind,
): Promise<void> {
  try {
    await outboxQueue.send({ kind });
  } catch {
    log.error('outbox_announcement_lost', { kind });
  }
}
