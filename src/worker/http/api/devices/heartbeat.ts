import { z } from '@hono/zod-openapi';
import { heartbeat, HEARTBEAT_ERRORS } from '../../../domain/devices/heartbeat.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';

const Heartbeat = z
  .object({ session_expires_at: z.iso.datetime(), server_time: z.iso.datetime() })
  .openapi('Heartbeat');

export const heartbeatRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/device-heartbeat',
    operationId: 'renewDeviceSession',
    scope: 'device',
    errors: HEARTBEAT_ERRORS,
    tags: ['devices'],
    summary: 'Renew the session of this device',
    description: 'No session outlives the identity of its device.',
    responses: answers(200, 'Until when the session lives', Heartbeat),
  }),
  async (c) => {
    const { services } = c.env;
    const expiresAt = await heartbeat(services, c.var.actor);
    const data = {
      session_expires_at: toTimestamp(expiresAt),
      server_time: toTimestamp(services.clock.now()),
    };
    return c.json(success(data), 200);
  },
);
