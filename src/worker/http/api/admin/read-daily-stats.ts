import { z } from '@hono/zod-openapi';
import { LIST_DAYS_ERRORS, listDays, MAX_DAYS } from '../../../domain/metrics/list-days.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const DailyTotals = z
  .object({
    day: z.iso.date(),
    users: z.int(),
    images: z.int(),
    storage_used: z.int().openapi({ description: 'Bytes' }),
    views: z.int(),
    recorded_at: z.iso.datetime(),
  })
  .openapi('DailyTotals');

const DailyList = z.object({ items: z.array(DailyTotals) }).openapi('DailyList');

export const readDailyStatsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/stats/daily',
    operationId: 'readDailyStats',
    scope: 'admin',
    errors: LIST_DAYS_ERRORS,
    tags: ['admin'],
    summary: 'What the site held as each day began',
    description: `By UTC, at most ${MAX_DAYS} days, the last 30 if nothing is said. A day on which the service did not run has no entry.`,
    request: {
      query: z.object({
        from: z.iso.date().optional().openapi({ example: '2026-11-01' }),
        to: z.iso.date().optional().openapi({ example: '2026-11-21' }),
      }),
    },
    responses: answers(200, 'The days, the first one first', DailyList),
  }),
  async (c) => {
    const range = c.req.valid('query');
    const days = await runForAdministrator(c, (services) => listDays(services, range));
    const items = days.map(({ day, users, images, storageUsed, views, recordedAt }) => ({
      day,
      users,
      images,
      storage_used: storageUsed,
      views,
      recorded_at: toTimestamp(recordedAt),
    }));
    return c.json(success({ items }), 200);
  },
);
