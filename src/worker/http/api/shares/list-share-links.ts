import { z } from '@hono/zod-openapi';
import {
  LIST_SHARE_LINKS_ERRORS,
  listShareLinks,
} from '../../../domain/shares/list-share-links.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from '../images/image.ts';
import { ShareLinkItem, toShareLinkItem } from './share-link.ts';

const ShareLinkList = z.object({ items: z.array(ShareLinkItem) }).openapi('ShareLinkList');

export const listShareLinksRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/images/{id}/links',
    operationId: 'listShareLinks',
    scope: 'session',
    keyScope: 'read',
    errors: LIST_SHARE_LINKS_ERRORS,
    tags: ['images'],
    summary: 'The links of an image, for its owner or an administrator',
    description: 'Oldest first. Links that have ended or are used up stay until they are revoked.',
    request: { params: ImageIdParam },
    responses: answers(200, 'The links', ShareLinkList),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const links = await listShareLinks(c.env.services, c.var.actor, id);
    return c.json(success({ items: links.map((link) => toShareLinkItem(c, link)) }), 200);
  },
);
