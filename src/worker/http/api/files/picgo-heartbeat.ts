import { z } from '@hono/zod-openapi';
import { REQUIRE_UNLOCKED_ERRORS, requireUnlocked } from '../../../domain/uploads/create-upload.ts';
import { jsonContent } from '../../envelope.ts';
import { requireSessionOrQueryKey } from '../../middleware/session.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { KeyQuery } from './picgo-key.ts';

export const picgoHeartbeatRoute = createRouter().openapi(
  apiRoute({
    method: 'post',
    path: '/picgo/heartbeat',
    operationId: 'pingPicgo',
    scope: 'session',
    keyScope: 'upload',
    admit: requireSessionOrQueryKey,
    errors: REQUIRE_UNLOCKED_ERRORS,
    tags: ['uploads'],
    summary: 'Ask whether uploads are taken, as of a PicGo server',
    description: 'Answered for a key, or a session, that may upload.',
    request: { query: KeyQuery },
    responses: {
      200: {
        description: 'They are',
        content: jsonContent(z.object({ success: z.literal(true), result: z.literal('alive') })),
      },
    },
  }),
  async (c) => {
    requireUnlocked(c.var.actor);
    return c.json({ success: true as const, result: 'alive' as const }, 200);
  },
);
