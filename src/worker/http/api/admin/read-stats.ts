import { z } from '@hono/zod-openapi';
import { readTotals } from '../../../domain/accounting/read-totals.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const SystemStatistics = z
  .object({
    total_users: z.int(),
    total_images: z.int(),
    storage_used: z.int().openapi({ description: 'Bytes' }),
    active_users: z.int().openapi({ description: 'Accounts with status `active`' }),
    total_sessions: z.int().openapi({ description: 'Sessions that are open' }),
  })
  .openapi('SystemStatistics');

export const readSystemStatsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/stats',
    operationId: 'readStats',
    scope: 'admin',
    tags: ['admin'],
    summary: 'What the site holds',
    description: 'As it is now; GET /api/v1/admin/stats/daily has its course.',
    responses: answers(200, 'The totals', SystemStatistics),
  }),
  async (c) => {
    const totals = await runForAdministrator(c, readTotals);
    return c.json(
      success({
        total_users: totals.users,
        total_images: totals.images,
        storage_used: totals.storageUsed,
        active_users: totals.activeUsers,
        total_sessions: totals.sessions,
      }),
      200,
    );
  },
);
