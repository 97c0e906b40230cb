import { z } from '@hono/zod-openapi';
import {
  CHANGE_VISIBILITY_ERRORS,
  changeVisibility,
} from '../../../domain/images/change-visibility.ts';
import { VISIBILITIES } from '../../../domain/images/listed-image.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from './image.ts';

const Visibility = z.enum(VISIBILITIES);

const VisibilityRequest = z
  .object({ visibility: Visibility })
  .openapi('VisibilityRequest', { example: { visibility: 'public' } });

const VisibilityResult = z
  .object({
    image_id: z.int(),
    visibility: Visibility,
    tokens_revoked: z.int(),
    warning: z.string(),
    asset_link: z.string().nullable().openapi({
      description:
        'What /i/ serves it under from now on; null of pipeline 1, whose `unique_link` stays, and of a failed image',
    }),
  })
  .openapi('VisibilityResult');

const WARNINGS = {
  private: 'Caches elsewhere may serve the old public link for up to 10 minutes',
  public: 'The private link and its token no longer work',
} as const;

export const changeVisibilityRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/images/{id}/visibility',
    operationId: 'changeVisibility',
    scope: 'session',
    keyScope: 'manage',
    errors: CHANGE_VISIBILITY_ERRORS,
    tags: ['images'],
    summary: 'Make an image public or private',
    description: 'Its link changes at once. Going public revokes its access token.',
    request: {
      params: ImageIdParam,
      body: { required: true, content: jsonContent(VisibilityRequest) },
    },
    responses: answers(200, 'What the image is now', VisibilityResult),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { visibility } = c.req.valid('json');
    const change = await changeVisibility(c.env.services, c.var.actor, id, visibility);
    const result = {
      image_id: id,
      visibility,
      tokens_revoked: change.tokensRevoked,
      warning: change.isChanged ? WARNINGS[visibility] : '',
      asset_link: change.assetLink,
    };
    return c.json(success(result), 200);
  },
);
