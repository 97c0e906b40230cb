import { z } from '@hono/zod-openapi';
import {
  LIST_AUDIT_ERRORS,
  listAudit,
  type AuditQuery,
  type AuditRecord,
} from '../../../domain/audit/list-audit.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';
import { Id } from './id-param.ts';
import { pageOf, PageQuery, toPage } from './page-query.ts';

const SUBJECT_MAX_CHARACTERS = 100;

const TrailQuery = PageQuery.extend({
  actor_id: Id.optional(),
  subject: z.string().min(1).max(SUBJECT_MAX_CHARACTERS).optional().openapi({ example: 'user:7' }),
}).refine(({ actor_id: actorId, subject }) => actorId === undefined || subject === undefined, {
  message: 'one filter at a time: actor_id or subject',
});

const AuditEntry = z
  .object({
    id: z.int(),
    actor_id: z
      .int()
      .nullable()
      .openapi({ description: 'Null for the operator’s shell, and once the person is erased' }),
    action: z.string().openapi({ example: 'suspend' }),
    subject: z.string().openapi({ example: 'user:7' }),
    detail: z.string().openapi({ description: 'JSON' }),
    created_at: z.iso.datetime(),
  })
  .openapi('AuditEntry');

export const listAuditRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/audit',
    operationId: 'listAuditEntries',
    scope: 'admin',
    errors: LIST_AUDIT_ERRORS,
    tags: ['admin'],
    summary: 'What administrators did, the latest first',
    description: 'One filter at a time: `actor_id` or `subject`.',
    request: { query: TrailQuery },
    responses: answers(200, 'A page', pageOf(AuditEntry).openapi('AuditPage')),
  }),
  async (c) => {
    const { actor_id: actorId, subject, cursor, limit } = c.req.valid('query');
    const filter: AuditQuery['filter'] =
      actorId !== undefined ? { actorId } : subject !== undefined ? { subject } : null;
    const { rows, nextCursor } = await runForAdministrator(c, (services) =>
      listAudit(services, { filter, cursor, limit }),
    );
    return c.json(success(toPage(rows.map(toAuditEntry), nextCursor)), 200);
  },
);

function toAuditEntry(record: AuditRecord): z.infer<typeof AuditEntry> {
  const { id, actorId, action, subject, detail, createdAt } = record;
  return {
    id,
    actor_id: actorId,
    action,
    subject,
    detail,
    created_at: toTimestamp(createdAt),
  };
}
