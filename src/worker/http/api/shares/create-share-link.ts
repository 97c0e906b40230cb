import { z } from '@hono/zod-openapi';
import { SHARE_LINKS_PER_IMAGE } from '../../../../shared/entry-rules.ts';
import {
  CREATE_SHARE_LINK_ERRORS,
  createShareLink,
} from '../../../domain/shares/create-share-link.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from '../images/image.ts';
import {
  ShareLinkEnd,
  ShareLinkItem,
  ShareLinkLabel,
  ShareLinkPassword,
  ShareLinkViews,
  toShareLinkItem,
} from './share-link.ts';

const ShareLinkRequest = z
  .object({
    label: ShareLinkLabel.optional(),
    expires_at: ShareLinkEnd.optional(),
    max_views: ShareLinkViews.optional().openapi({
      description: 'The image is sent this often; pages, HEAD and refusals do not count',
    }),
    password: ShareLinkPassword.optional(),
  })
  .openapi('ShareLinkRequest', { example: { label: 'For Ada', max_views: 10 } });

export const createShareLinkRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/images/{id}/links',
    operationId: 'createShareLink',
    scope: 'session',
    keyScope: 'manage',
    errors: CREATE_SHARE_LINK_ERRORS,
    tags: ['images'],
    summary: 'Make a link of its own for an image',
    description:
      `An image has up to ${SHARE_LINKS_PER_IMAGE} links beside its token. Each shows the published image ` +
      'whatever its visibility, and is revoked apart from the others.',
    request: {
      params: ImageIdParam,
      body: { required: false, content: jsonContent(ShareLinkRequest) },
    },
    responses: answers(201, 'The link', ShareLinkItem),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { label = '', expires_at, max_views, password } = c.req.valid('json');
    const link = await createShareLink(c.env.services, c.var.actor, id, {
      label,
      expiresAt: expires_at ?? null,
      maxViews: max_views ?? null,
      password: password ?? null,
    });
    return c.json(success(toShareLinkItem(c, link)), 201);
  },
);
