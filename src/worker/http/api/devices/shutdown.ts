import { z } from '@hono/zod-openapi';
import { shutdown } from '../../../domain/devices/shutdown.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';

export const shutdownRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/device-shutdown',
    operationId: 'endDeviceSession',
    scope: 'device',
    tags: ['devices'],
    summary: 'End the session of this device; its identity stays',
    description: 'The device signs in again by its identity token, without the password.',
    responses: answers(200, 'The session is gone', z.null()),
  }),
  async (c) => {
    await shutdown(c.env.services, c.var.actor);
    return c.json(success(null), 200);
  },
);
