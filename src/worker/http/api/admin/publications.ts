import { z } from '@hono/zod-openapi';
import {
  JOB_KINDS,
  JOB_STATUSES,
  LIST_PUBLICATIONS_ERRORS,
  listPublications,
  type Publication as PublicationRecord,
} from '../../../domain/publication/list-publications.ts';
import {
  RETRY_PUBLICATION_ERRORS,
  retryPublication,
} from '../../../domain/publication/retry-publication.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, success } from '../../envelope.ts';
import { Failure, toFailure } from '../../failure-schema.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';
import { Id } from './id-param.ts';
import { pageOf, PageQuery, toPage } from './page-query.ts';

const Publication = z
  .object({
    image_id: z.int(),
    user_id: z.int(),
    upload_id: z.string(),
    kind: z.enum(JOB_KINDS).openapi({
      description: '`avif` adds a format to an image of pipeline 1 that is published',
    }),
    status: z.enum(JOB_STATUSES),
    attempts: z.int(),
    failure: Failure.nullable().openapi({ description: 'What the owner was told' }),
    last_error: z
      .string()
      .nullable()
      .openapi({ description: 'What the last attempt broke off with' }),
    can_retry: z.boolean(),
    due_at: z.iso.datetime().openapi({
      description: 'The next attempt; of one that has failed, the end of what it keeps',
    }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Publication');

export const listPublicationsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/publications',
    operationId: 'listPublications',
    scope: 'admin',
    errors: LIST_PUBLICATIONS_ERRORS,
    tags: ['admin'],
    summary: 'Publications by status, the latest failures first',
    description: 'A page at a time, of one status.',
    request: { query: PageQuery.extend({ status: z.enum(JOB_STATUSES).default('failed') }) },
    responses: answers(200, 'A page', pageOf(Publication).openapi('PublicationPage')),
  }),
  async (c) => {
    const query = c.req.valid('query');
    const { rows, nextCursor } = await runForAdministrator(c, (services) =>
      listPublications(services, query),
    );
    return c.json(success(toPage(rows.map(toPublication), nextCursor)), 200);
  },
);

export const retryPublicationRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/publications/{image_id}/retry',
    operationId: 'retryPublication',
    scope: 'admin',
    errors: RETRY_PUBLICATION_ERRORS,
    tags: ['admin'],
    summary: 'Start a failed publication again',
    description:
      'With all its attempts, while what it needs is kept. Of an image of pipeline 1 that is published: its AVIF.',
    request: { params: z.object({ image_id: Id }) },
    responses: answers(200, 'It waits to be published', z.null()),
  }),
  async (c) => {
    const { image_id: imageId } = c.req.valid('param');
    await runForAdministrator(c, (services) => retryPublication(services, c.var.actor, imageId));
    return c.json(success(null), 200);
  },
);

function toPublication(record: PublicationRecord): z.infer<typeof Publication> {
  const { kind, status, failure, reservedBytes } = record;
  return {
    image_id: record.imageId,
    user_id: record.userId,
    upload_id: record.uploadId,
    kind,
    status,
    attempts: record.attempts,
    failure: failure === null ? null : toFailure(failure),
    last_error: record.lastError,
    can_retry: status === 'failed' && (kind === 'avif' || (reservedBytes ?? 0) > 0),
    due_at: toTimestamp(record.runAfter),
    created_at: toTimestamp(record.createdAt),
    updated_at: toTimestamp(record.updatedAt),
  };
}
