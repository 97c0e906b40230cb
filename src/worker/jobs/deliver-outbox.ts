import { deliverAccountEvents } from '../domain/accounts/deliver-account-events.ts';
import { deliverErasures } from '../domain/erasure/deliver-erasures.ts';
import type { OutboxKind } from '../domain/outbox/events.ts';
import { deliverPurges } from '../domain/purge/deliver-purges.ts';

/** Batches per run: the rest waits for the next message or minute. */
const MAX_BATCHES = 200;

type DeliveryServices = Parameters<typeof deliverPurges>[0] &
  Parameters<typeof deliverErasures>[0] &
  Parameters<typeof deliverAccountEvents>[0];

/** Each delivers a batch and returns whether more may be due. */
const DELIVERIES: Readonly<Record<OutboxKind, (services: DeliveryServices) => Promise<boolean>>> = {
  purge: deliverPurges,
  erase: deliverErasures,
  account: deliverAccountEvents,
};

export async function deliverOutbox(services: DeliveryServices, kind: OutboxKind): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if (!(await DELIVERIES[kind](services))) return;
  }
}
