import { z } from '@hono/zod-openapi';
import { readSiteFacts } from '../../../domain/site/read-facts.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';

const PublicStats = z
  .object({
    images: z.int().openapi({ description: 'Those that are published' }),
    users: z.int().openapi({ description: 'Those who are active' }),
    views: z.int(),
    storage_used: z.int().openapi({ description: 'Bytes of all images' }),
  })
  .openapi('PublicStats');

export const readPublicStatsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/stats',
    operationId: 'readPublicStats',
    scope: 'public',
    tags: ['public'],
    summary: 'How much the site holds',
    description:
      'About a minute old at most, older only while the database fails. Views take up to a minute more to be among them.',
    responses: answers(200, 'The statistics', PublicStats),
  }),
  async (c) => {
    const { images, users, views, storageUsed } = await readSiteFacts(c.env.services);
    return c.json(success({ images, users, views, storage_used: storageUsed }), 200);
  },
);
