import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { outboxEvents } from '../../db/schema/outbox.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage, type ListPage } from '../list-page.ts';
import type { Services } from '../services.ts';
import type { OutboxKind } from './events.ts';

export interface EventQuery {
  readonly kind: OutboxKind;
  readonly cursor: string;
  readonly limit: number;
}

export interface PendingEvent {
  readonly id: number;
  readonly kind: OutboxKind;
  /** JSON, truncated. */
  readonly payload: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly availableAt: number;
  readonly createdAt: number;
}

const PAYLOAD_CHARACTERS = 500;

export const LIST_EVENTS_ERRORS = READ_CURSOR_ERRORS;

export async function listEvents(
  { db }: Pick<Services, 'db'>,
  { kind, cursor, limit }: EventQuery,
): Promise<ListPage<PendingEvent>> {
  const [availableAt, id] = readCursor<[number, number]>(cursor, [0, 0]);
  const start = { kind, availableAt, limit: limit + 1 };
  const { beside, after } = await db.batch({
    beside: selectBeside({ ...start, id }),
    after: selectAfter(start),
  });
  return takePage([...beside, ...after], limit, (row) => [row.availableAt, row.id]);
}

const FIELDS = {
  id: outboxEvents.id,
  kind: outboxEvents.kind,
  payload: sql<string>`substr(${outboxEvents.payload}, 1, ${PAYLOAD_CHARACTERS})`,
  attempts: outboxEvents.attempts,
  lastError: outboxEvents.lastError,
  availableAt: outboxEvents.availableAt,
  createdAt: outboxEvents.createdAt,
};

type PageStart = { kind: OutboxKind; availableAt: number; limit: number };

/** Events due at the cursor's moment: a pause gives all events the same one. */
const selectBeside = prepareAll((p: Params<PageStart & { id: number }>) =>
  query
    .select(FIELDS)
    .from(outboxEvents)
    .where(
      and(
        eq(outboxEvents.kind, p.kind),
        eq(outboxEvents.availableAt, p.availableAt),
        gt(outboxEvents.id, p.id),
      ),
    )
    .orderBy(asc(outboxEvents.id))
    .limit(limitTo(p.limit)),
);

const selectAfter = prepareAll((p: Params<PageStart>) =>
  query
    .select(FIELDS)
    .from(outboxEvents)
    .where(and(eq(outboxEvents.kind, p.kind), gt(outboxEvents.availableAt, p.availableAt)))
    .orderBy(asc(outboxEvents.availableAt), asc(outboxEvents.id))
    .limit(limitTo(p.limit)),
);
