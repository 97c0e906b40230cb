import { z } from '@hono/zod-openapi';
import { VISIBILITIES } from '../../../domain/images/listed-image.ts';
import { readTimeline } from '../../../domain/images/read-timeline.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { DATE_SORTS } from './list-sorts.ts';

const Timeline = z
  .object({
    months: z
      .array(
        z.object({
          month: z.string().openapi({ description: '`YYYY-MM`, UTC', example: '2026-11' }),
          count: z.int(),
        }),
      )
      .openapi({ description: 'The newest first; months without images are left out' }),
  })
  .openapi('Timeline');

export const readTimelineRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/images/timeline',
    operationId: 'readTimeline',
    scope: 'session',
    keyScope: 'read',
    tags: ['images'],
    summary: 'How many of one’s own images each month has',
    description: 'The list begins in a month by its `from`.',
    request: {
      query: z.object({
        by: z.enum(Object.keys(DATE_SORTS) as (keyof typeof DATE_SORTS)[]).default('created_at'),
        visibility: z.enum(['', ...VISIBILITIES]).default(''),
      }),
    },
    responses: answers(200, 'The months', Timeline),
  }),
  async (c) => {
    const { by, visibility } = c.req.valid('query');
    const months = await readTimeline(c.env.services, c.var.actor, {
      field: DATE_SORTS[by],
      visibility: visibility === '' ? null : visibility,
    });
    return c.json(success({ months }), 200);
  },
);
