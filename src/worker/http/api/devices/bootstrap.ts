import { z } from '@hono/zod-openapi';
import { bootstrap, BOOTSTRAP_ERRORS } from '../../../domain/devices/bootstrap.ts';
import { DomainError, isDomainError } from '../../../domain/errors.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { readClient } from '../../read-client.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { DeviceHeaders } from './device-headers.ts';

const BootstrapRequest = z
  .object({
    identity_token: z.string().min(1).max(512),
    nonce: z.string().min(1).max(128).openapi({ description: 'Fresh: each counts once' }),
    timestamp_ms: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .openapi({ description: "The device's clock, in milliseconds since the Unix epoch" }),
  })
  .openapi('BootstrapRequest', {
    example: {
      identity_token: 'tti.k1.7-android.…',
      nonce: '0d9c2b3c-6a4e-4a0e-9d55-0f3f6d2f7c11',
      timestamp_ms: 1_793_491_200_000,
    },
  });

const BootstrappedSession = z
  .object({ session_token: z.string(), session_expires_at: z.iso.datetime() })
  .openapi('BootstrappedSession');

export const bootstrapRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/device-bootstrap',
    operationId: 'bootstrapDevice',
    scope: 'public',
    errors: BOOTSTRAP_ERRORS,
    tags: ['devices'],
    summary: 'Open a session by the identity of a device',
    description:
      'A clock that is too far off is refused (3000), and `data.server_time` says what time it is. The device keeps ' +
      'few sessions: its oldest gives way.',
    request: {
      headers: DeviceHeaders,
      body: { required: true, content: jsonContent(BootstrapRequest) },
    },
    responses: answers(200, 'A new session', BootstrappedSession),
  }),
  async (c) => {
    const body = c.req.valid('json');
    const opened = bootstrap(c.env.services, {
      identityToken: body.identity_token,
      nonce: body.nonce,
      timestamp: body.timestamp_ms,
      client: readClient(c),
    });
    const { token, expiresAt } = await opened.catch(nameClock);
    const session = { session_token: token, session_expires_at: toTimestamp(expiresAt) };
    return c.json(success(session), 200);
  },
);

function nameClock(error: unknown): never {
  if (!isDomainError(error, 'clock_differs')) throw error;
  const message = 'timestamp_ms: too far from the time of the server';
  throw new DomainError('clock_differs', { ...error.details, message });
}
