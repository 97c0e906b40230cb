import { z } from '@hono/zod-openapi';
import { shutdown } from '../../../domain/devices/shutdown.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { sessionRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';

export const shutdownRoute = createRouter().openapi(
  sessionRoute(
    {
      method: 'delete',
      path: '/device-shutdown',
      operationId: 'endDeviceSession',
      errors: ['permission_denied'],
      tags: ['devices'],
      summary: 'End the session of this device; its identity stays',
      responses: answers(200, 'The session is gone', z.null()),
    },
    requireSession,
    [{ bearerSession: [] }],
  ),
  async (c) => {
    await shutdown(c.env.services, c.var.actor);
    return c.json(success(null), 200);
  },
);
