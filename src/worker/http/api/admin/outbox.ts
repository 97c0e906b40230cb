import { z } from '@hono/zod-openapi';
import { OUTBOX_KINDS } from '../../../domain/outbox/events.ts';
import {
  LIST_EVENTS_ERRORS,
  listEvents,
  type PendingEvent,
} from '../../../domain/outbox/list-events.ts';
import { RETRY_EVENT_ERRORS, retryEvent } from '../../../domain/outbox/retry-event.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';
import { IdParam } from './id-param.ts';
import { pageOf, PageQuery, toPage } from './page-query.ts';

const OutboxEvent = z
  .object({
    id: z.int(),
    kind: z.enum(OUTBOX_KINDS),
    payload: z.string().openapi({ description: 'JSON, its first 500 characters' }),
    attempts: z.int(),
    last_error: z.string().nullable(),
    due_at: z.iso.datetime().openapi({ description: 'Not to be tried before' }),
    age_ms: z.int(),
    created_at: z.iso.datetime(),
  })
  .openapi('OutboxEvent');

export const listOutboxRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/outbox',
    operationId: 'listOutboxEvents',
    scope: 'admin',
    errors: LIST_EVENTS_ERRORS,
    tags: ['admin'],
    summary: 'Effects of a kind that are not done yet, the first to be due first',
    description:
      'Effects outside the database, such as purges and erasures, which are tried until they succeed.',
    request: { query: PageQuery.extend({ kind: z.enum(OUTBOX_KINDS) }) },
    responses: answers(200, 'A page', pageOf(OutboxEvent).openapi('OutboxPage')),
  }),
  async (c) => {
    const query = c.req.valid('query');
    const { rows, nextCursor } = await runForAdministrator(c, (services) =>
      listEvents(services, query),
    );
    const now = c.env.services.clock.now();
    const items = rows.map((event) => toOutboxEvent(event, now));
    return c.json(success(toPage(items, nextCursor)), 200);
  },
);

export const retryOutboxRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/outbox/{id}/retry',
    operationId: 'retryOutboxEvent',
    scope: 'admin',
    errors: RETRY_EVENT_ERRORS,
    tags: ['admin'],
    summary: 'Try an effect now that was to be tried later',
    description: 'It is due at once; an attempt under way ends first.',
    request: { params: IdParam },
    responses: answers(200, 'It is due', z.null()),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    await runForAdministrator(c, (services) => retryEvent(services, c.var.actor, id));
    return c.json(success(null), 200);
  },
);

function toOutboxEvent(event: PendingEvent, now: number): z.infer<typeof OutboxEvent> {
  return {
    id: event.id,
    kind: event.kind,
    payload: event.payload,
    attempts: event.attempts,
    last_error: event.lastError,
    due_at: toTimestamp(event.availableAt),
    age_ms: Math.max(0, now - event.createdAt),
    created_at: toTimestamp(event.createdAt),
  };
}
