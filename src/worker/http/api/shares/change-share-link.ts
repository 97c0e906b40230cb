import { z } from '@hono/zod-openapi';
import {
  CHANGE_SHARE_LINK_ERRORS,
  changeShareLink,
} from '../../../domain/shares/change-share-link.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import {
  ShareLinkEnd,
  ShareLinkItem,
  ShareLinkLabel,
  ShareLinkParams,
  toShareLinkItem,
} from './share-link.ts';

const ShareLinkChange = z
  .object({ label: ShareLinkLabel.optional(), expires_at: ShareLinkEnd.optional() })
  .openapi('ShareLinkChange', { example: { label: 'For Grace' } });

export const changeShareLinkRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/images/{id}/links/{linkId}',
    operationId: 'changeShareLink',
    scope: 'session',
    keyScope: 'manage',
    errors: CHANGE_SHARE_LINK_ERRORS,
    tags: ['images'],
    summary: 'Change label or end of a link',
    description: 'The address stays. A link that has ended works again with a later end.',
    request: {
      params: ShareLinkParams,
      body: { required: true, content: jsonContent(ShareLinkChange) },
    },
    responses: answers(200, 'What the link is now', ShareLinkItem),
  }),
  async (c) => {
    const { id: imageId, linkId } = c.req.valid('param');
    const { label, expires_at: expiresAt } = c.req.valid('json');
    const change = { label, expiresAt };
    const link = await changeShareLink(c.env.services, c.var.actor, { imageId, linkId }, change);
    return c.json(success(toShareLinkItem(c, link)), 200);
  },
);
