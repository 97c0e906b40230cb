import { z } from '@hono/zod-openapi';
import { END_IDENTITY_ERRORS, endIdentity } from '../../../domain/devices/end-identity.ts';
import { listIdentities, type ListedIdentity } from '../../../domain/devices/list-identities.ts';
import { DEVICE_PLATFORMS } from '../../../domain/sessions/check-client.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter, refuseWith } from '../../router.ts';
import { textMatching } from '../../text-matching.ts';

const DeviceIdentity = z
  .object({
    id: z.int(),
    device_id: z.string(),
    name: z.string(),
    platform: z.enum(DEVICE_PLATFORMS),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    current: z.boolean().openapi({ description: 'Whether this device asks' }),
  })
  .openapi('DeviceIdentity');

const IdentityIdParam = z.object({
  id: textMatching(/^[1-9]\d{0,15}$/u, 'must be a positive integer')
    .transform(Number)
    .openapi({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 1 }),
});

export const listIdentitiesRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/device-identities',
    operationId: 'listDeviceIdentities',
    scope: 'session',
    tags: ['devices'],
    summary: 'The own devices, the latest sign-in first',
    description: 'Each can open sessions until `expires_at`.',
    responses: answers(
      200,
      'All of them',
      z.object({ items: z.array(DeviceIdentity) }).openapi('DeviceIdentities'),
    ),
  }),
  async (c) => {
    const identities = await listIdentities(c.env.services, c.var.actor);
    return c.json(success({ items: identities.map(toDeviceIdentity) }), 200);
  },
);

export const endIdentityRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/device-identities/{id}',
    operationId: 'endDeviceIdentity',
    scope: 'session',
    errors: END_IDENTITY_ERRORS,
    tags: ['devices'],
    summary: 'Sign a device out for good; its sessions end, too',
    description:
      'Its identity token opens no session any more. The device of another person is unknown.',
    request: { params: IdentityIdParam },
    responses: answers(200, 'It is gone', z.null()),
  }),
  async (c) => {
    await endIdentity(c.env.services, c.var.actor, c.req.valid('param').id);
    return c.json(success(null), 200);
  },
  refuseWith('invalid_id'),
);

function toDeviceIdentity(identity: ListedIdentity): z.infer<typeof DeviceIdentity> {
  return {
    id: identity.id,
    device_id: identity.deviceId,
    name: identity.name,
    platform: identity.platform,
    created_at: toTimestamp(identity.createdAt),
    last_used_at: toTimestamp(identity.lastUsedAt),
    expires_at: toTimestamp(identity.expiresAt),
    current: identity.isCurrent,
  };
}
