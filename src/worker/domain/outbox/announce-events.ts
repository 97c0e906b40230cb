import type { Services } from '../services.ts';
import type { OutboxKind } from './events.ts';

/** A lost message is harmless: the cron runs each minute. */
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
