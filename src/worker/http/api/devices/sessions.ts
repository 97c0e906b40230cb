import { z } from '@hono/zod-openapi';
import { END_SESSION_ERRORS, endSession } from '../../../domain/devices/end-session.ts';
import { listSessions, type ListedSession } from '../../../domain/devices/list-sessions.ts';
import { DEVICE_PLATFORMS } from '../../../domain/sessions/check-client.ts';
import { OPAQUE_ID_LENGTH } from '../../../../shared/ids.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, success } from '../../envelope.ts';
import { USER_AGENT_MAX_CHARACTERS } from '../../read-client.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { clearOwnCookies } from '../../session-cookies.ts';

const Session = z
  .object({
    id: z.string(),
    kind: z.enum(['web', 'device']),
    identity_id: z.int().nullable().openapi({ description: "The device's; null on the web" }),
    platform: z.enum(DEVICE_PLATFORMS).nullable(),
    device_name: z.string().nullable(),
    user_agent: z.string().nullable().openapi({
      maxLength: USER_AGENT_MAX_CHARACTERS,
      description: 'Of the browser that signed in, cut to this length; null for a device',
    }),
    created_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'Up to an hour late; null where it is unknown' }),
    expires_at: z.iso.datetime(),
    current: z.boolean().openapi({ description: 'Whether this session asks' }),
  })
  .openapi('Session');

/** Any text: an id without a session is unknown, not malformed. */
const SessionIdParam = z.object({
  id: z.string().openapi({ maxLength: OPAQUE_ID_LENGTH, description: '`id` of the list' }),
});

export const listSessionsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/sessions',
    operationId: 'listSessions',
    scope: 'session',
    tags: ['devices'],
    summary: 'The own sessions, in browsers and on devices, newest first',
    description: 'Sessions that have ended or expired are not among them.',
    responses: answers(
      200,
      'All of them',
      z.object({ items: z.array(Session) }).openapi('Sessions'),
    ),
  }),
  async (c) => {
    const sessions = await listSessions(c.env.services, c.var.actor);
    return c.json(success({ items: sessions.map(toSession) }), 200);
  },
);

export const endSessionRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/sessions/{id}',
    operationId: 'endSession',
    scope: 'session',
    errors: END_SESSION_ERRORS,
    tags: ['devices'],
    summary: 'End one of the own sessions',
    description: 'Clears the cookies of a browser that ends its own.',
    request: { params: SessionIdParam },
    responses: answers(200, 'It is gone', z.null()),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { actor } = c.var;
    await endSession(c.env.services, actor, id);
    if (id === actor.sessionId) clearOwnCookies(c);
    return c.json(success(null), 200);
  },
);

function toSession(session: ListedSession): z.infer<typeof Session> {
  return {
    id: session.sessionId,
    kind: session.kind,
    identity_id: session.identityId,
    platform: session.platform,
    device_name: session.deviceName,
    user_agent: session.userAgent,
    created_at: toTimestamp(session.createdAt),
    last_used_at: session.lastUsedAt === null ? null : toTimestamp(session.lastUsedAt),
    expires_at: toTimestamp(session.expiresAt),
    current: session.isCurrent,
  };
}
