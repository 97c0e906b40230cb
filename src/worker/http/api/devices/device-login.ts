import { z } from '@hono/zod-openapi';
import { DEVICE_LOGIN_ERRORS, deviceLogin } from '../../../domain/devices/device-login.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { readClient } from '../../read-client.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { readAttempt } from '../auth/captcha.ts';
import { LoginRequest } from '../auth/login.ts';
import { toUserSummary, UserSummary } from '../user/user.ts';
import { DeviceHeaders } from './device-headers.ts';

const DeviceLoginRequest = LoginRequest.extend({
  device: z.object({
    device_id: z.string().min(1).max(128).openapi({ description: 'What the device calls itself' }),
    name: z.string().min(1).max(100).openapi({ description: 'For people' }),
  }),
}).openapi('DeviceLoginRequest', {
  example: {
    username: 'ada',
    password: 'correct horse',
    device: { device_id: '3f6c1d0e-54a7', name: "Ada's phone" },
  },
});

const DeviceSignedIn = z
  .object({
    identity_token: z.string().openapi({ description: 'Opens sessions, and nothing else' }),
    identity_id: z.int(),
    identity_expires_at: z.iso.datetime(),
    session_token: z.string(),
    session_expires_at: z.iso.datetime(),
    user: UserSummary,
  })
  .openapi('DeviceSignedIn');

export const deviceLoginRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/device-login',
    operationId: 'loginDevice',
    scope: 'public',
    errors: DEVICE_LOGIN_ERRORS,
    tags: ['devices'],
    summary: 'Sign in on a device',
    description:
      'A device that has signed in before takes its own place: its former identity and sessions end.',
    request: {
      headers: DeviceHeaders,
      body: { required: true, content: jsonContent(DeviceLoginRequest) },
    },
    responses: answers(200, 'An identity and its first session', DeviceSignedIn),
  }),
  async (c) => {
    const { username, password, captcha, device } = c.req.valid('json');
    const { account, session } = await deviceLogin(c.env.services, {
      username,
      password,
      ...readAttempt(c, 'device-login', captcha),
      device: { deviceId: device.device_id, name: device.name },
      client: readClient(c),
    });
    return c.json(
      success({
        identity_token: session.identityToken,
        identity_id: session.identityId,
        identity_expires_at: toTimestamp(session.identityExpiresAt),
        session_token: session.token,
        session_expires_at: toTimestamp(session.expiresAt),
        user: toUserSummary(account),
      }),
      200,
    );
  },
);
