import { eq, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { announceEvents } from './announce-events.ts';

const NOT_FOUND = 'event_not_found';

export const RETRY_EVENT_ERRORS = ['event_not_found'] as const satisfies readonly ErrorName[];

/** A leased event keeps its lease, so it is not sent twice in parallel. */
export async function retryEvent(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'outboxQueue'>,
  { userId: actorId }: Pick<Actor, 'userId'>,
  eventId: number,
): Promise<void> {
  const { clock, db } = services;
  const now = clock.now();
  try {
    const { due } = await db.batch({
      due: makeDue({ eventId, now }),
      found: guard(NOT_FOUND),
      audit: recordAudit({ actorId, action: 'retry_event', subject: `event:${eventId}` }, now),
    });
    await announceEvents(services, due.kind);
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== NOT_FOUND) throw error;
    throw new DomainError('event_not_found', { cause: error });
  }
}

const makeDue = prepareOne((p: Params<{ eventId: number; now: number }>) =>
  query
    .update(outboxEvents)
    .set({ availableAt: sql`min(${outboxEvents.availableAt}, ${p.now})` })
    .where(eq(outboxEvents.id, p.eventId))
    .returning({ kind: outboxEvents.kind }),
);
