import { z } from '@hono/zod-openapi';
import {
  SET_WATERMARK_IMAGE_ERRORS,
  setWatermarkImage,
} from '../../../domain/settings/set-watermark-image.ts';
import { WATERMARK_IMAGE_MAX_BYTES } from '../../../../shared/watermark-layout.ts';
import { answers, success } from '../../envelope.ts';
import { READ_BODY_ERRORS, readBody } from '../../middleware/body-limit.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const IMAGE = { schema: z.string().openapi({ format: 'binary' }) };

export const putWatermarkImageRoute = createRouter().openapi(
  apiRoute({
    method: 'put',
    path: '/watermark-image',
    operationId: 'putWatermarkImage',
    scope: 'admin',
    errors: [...READ_BODY_ERRORS, ...SET_WATERMARK_IMAGE_ERRORS],
    tags: ['admin'],
    summary: 'Set the image of the watermark',
    description: `A PNG or still WebP of at most ${WATERMARK_IMAGE_MAX_BYTES} bytes that can be drawn (3003). The entry \`watermark_image\` is the same file in base64.`,
    request: {
      body: { required: true, content: { 'image/png': IMAGE, 'image/webp': IMAGE } },
    },
    responses: answers(200, 'It is set', z.null()),
  }),
  async (c) => {
    const file = await readBody(c, WATERMARK_IMAGE_MAX_BYTES);
    await runForAdministrator(c, (services) =>
      setWatermarkImage(services, c.var.actor, file ?? new Uint8Array()),
    );
    return c.json(success(null), 200);
  },
);
