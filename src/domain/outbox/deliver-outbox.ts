/**
 * The outbox: effects outside the database that a committed change has promised.
 *
 * - An event is written in the batch of the change and stays until its effect is done.
 * - Every effect may happen twice; none is lost. A queue message only says that something may be due, the cron says
 *   so too, and a worker that dies holds its events no longer than its lease.
 */

import type { OutboxKind } from '../../db/schema/outbox.ts';
import type { Services } from '../services.ts';
import { deliverAccountEvents } from './deliver-account-events.ts';
import { deliverErasures } from './deliver-erasures.ts';
import { deliverPurges } from './deliver-purges.ts';

/** Batches in one run: what is left waits for the next message or minute. */
const MAX_BATCHES = 20;

const DELIVERIES: Record<OutboxKind, (services: Services) => Promise<boolean>> = {
  purge: deliverPurges,
  erase: deliverErasures,
  account: deliverAccountEvents,
};

/** Delivers what is due of one kind, in bounded batches. */
export const deliverOutbox = async (services: Services, kind: OutboxKind): Promise<void> => {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (!(await DELIVERIES[kind](services))) return;
  }
};

/** Says on the queue that events of a kind are due. Losing the message is harmless: the cron looks each minute. */
export const announceEvents = async (
  { outboxQueue, log }: Pick<Services, 'outboxQueue' | 'log'>,
  kind: OutboxKind,
): Promise<void> => {
  try {
    await outboxQueue.send({ kind });
  } catch {
    log.error('outbox_announcement_lost', { kind });
  }
};
