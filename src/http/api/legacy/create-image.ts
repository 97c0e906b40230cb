import { z } from '@hono/zod-openapi';
import { DomainError } from '../../../domain/errors.ts';
import { answers } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { sessionRoute } from '../../route.ts';

/** The endpoint of pipeline 1, which exists only in deployments that have switched pipeline 2 off. */
export const createImageRoute = createRouter().openapi(
  sessionRoute({
    method: 'post',
    path: '/images/',
    operationId: 'createImage',
    errors: ['pipeline_2_required', 'route_not_found'],
    deprecated: true,
    tags: ['legacy'],
    summary: 'Upload an image as a whole (pipeline 1)',
    description: 'Answers 4262 where pipeline 2 is in use: see `v2_enabled` of the recipe.',
    responses: answers(202, 'Not given by this version', z.null()),
  }),
  (c) => {
    throw new DomainError(
      c.env.services.config.V2_UPLOAD_ENABLED ? 'pipeline_2_required' : 'route_not_found',
    );
  },
);
