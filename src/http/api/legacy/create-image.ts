import { createRoute, z } from '@hono/zod-openapi';
import { DomainError } from '../../../domain/errors.ts';
import { answers } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';

/** The endpoint of pipeline 1, which exists only in deployments that have switched pipeline 2 off. */
export const createImageRoute = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/images/',
    tags: ['legacy'],
    summary: 'Upload an image as a whole (pipeline 1)',
    description: 'Answers 4262 where pipeline 2 is in use: see `v2_enabled` of the recipe.',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    responses: answers(202, 'Not given by this version', z.null()),
  }),
  (c) => {
    throw new DomainError(
      c.env.services.config.V2_UPLOAD_ENABLED ? 'pipeline_2_required' : 'route_not_found',
    );
  },
);
