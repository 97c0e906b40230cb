import { z } from '@hono/zod-openapi';
import {
  REVOKE_SHARE_LINK_ERRORS,
  revokeShareLink,
} from '../../../domain/shares/revoke-share-link.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ShareLinkParams } from './share-link.ts';

const RevokedShareLink = z
  .object({ image_id: z.int(), link_id: z.int() })
  .openapi('RevokedShareLink');

export const revokeShareLinkRoute = createRouter().openapi(
  apiRoute({
    method: 'delete',
    path: '/images/{id}/links/{linkId}',
    operationId: 'revokeShareLink',
    scope: 'session',
    keyScope: 'manage',
    errors: REVOKE_SHARE_LINK_ERRORS,
    tags: ['images'],
    summary: 'Revoke a link, for the owner of its image or an administrator',
    description: 'Views by the link get 4042 from then on. A second time is 4041.',
    request: { params: ShareLinkParams },
    responses: answers(200, 'The link is revoked', RevokedShareLink),
  }),
  async (c) => {
    const { id: imageId, linkId } = c.req.valid('param');
    await revokeShareLink(c.env.services, c.var.actor, { imageId, linkId });
    return c.json(success({ image_id: imageId, link_id: linkId }), 200);
  },
);
