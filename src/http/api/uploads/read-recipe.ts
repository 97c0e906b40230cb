import { createRoute } from '@hono/zod-openapi';
import { readRecipe, Recipe } from '../../../domain/uploads/recipe.ts';
import { answers, success } from '../../envelope.ts';
import { requireSession } from '../../middleware/session.ts';
import { createRouter } from '../../router.ts';
import { SESSION_SECURITY } from '../security.ts';

export const readRecipeRoute = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/uploads/recipe',
    tags: ['uploads'],
    summary: 'What a client has to make of an image',
    description: 'Always available; `v2_enabled` says whether new sessions are accepted.',
    security: SESSION_SECURITY,
    middleware: [requireSession] as const,
    responses: answers(200, 'The recipe and the limits', Recipe),
  }),
  (c) => c.json(success(readRecipe(c.env.services.config)), 200),
);
