import { deliverAccountEvents } from '../domain/accounts/deliver-account-events.ts';
import { deliverErasures } from '../domain/erasure/deliver-erasures.ts';
import { announceEvents } from '../domain/outbox/announce-events.ts';
import type { OutboxKind } from '../domain/outbox/events.ts';
import { deliverPurges } from '../domain/purge/deliver-purges.ts';
import type { Services } from '../domain/services.ts';

type DeliveryServices = Parameters<typeof deliverPurges>[0] &
  Parameters<typeof deliverErasures>[0] &
  Parameters<typeof deliverAccountEvents>[0] &
  Pick<Services, 'outboxQueue'>;

interface Delivery {
  /** Delivers a batch and returns whether more may be due. */
  readonly deliver: (services: DeliveryServices) => Promise<boolean>;
  /** Of one invocation, which may ask D1 a thousand times, and call ten thousand times in all. */
  readonly maxBatches: number;
}

const DELIVERIES: Readonly<Record<OutboxKind, Delivery>> = {
  // Up to a hundred calls of the target, each with an answer of its own to record.
  purge: { deliver: deliverPurges, maxBatches: 4 },
  // Up to 500 calls of bucket and objects.
  erase: { deliver: deliverErasures, maxBatches: 10 },
  // Twenty accounts, each of which asks up to four times.
  account: { deliver: deliverAccountEvents, maxBatches: 5 },
};

/** A longer backlog goes on with a message of its own. If that is lost, the next minute's run continues. */
export async function deliverOutbox(services: DeliveryServices, kind: OutboxKind): Promise<void> {
  const { deliver, maxBatches } = DELIVERIES[kind];
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (!(await deliver(services))) return;
  }
  await announceEvents(services, kind);
}
