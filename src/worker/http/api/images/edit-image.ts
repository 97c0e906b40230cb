import { z } from '@hono/zod-openapi';
import {
  ALT_TEXT_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../../../shared/entry-rules.ts';
import { EDIT_IMAGE_ERRORS, editImage, imageTag } from '../../../domain/images/edit-image.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { IfMatch, tagged } from '../../if-match.ts';
import { plainText } from '../../plain-text.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { Image, ImageIdParam, toImage } from './image.ts';

const ImageEdit = z
  .object({
    title: plainText(TITLE_MAX_CHARACTERS)
      .optional()
      .openapi({ description: 'An empty one becomes the file’s name without its extension' }),
    description: z.string().max(DESCRIPTION_MAX_CHARACTERS).optional(),
    alt_text: plainText(ALT_TEXT_MAX_CHARACTERS).optional(),
    location: z
      .null()
      .optional()
      .openapi({ description: 'Takes away where it was taken, for good' }),
  })
  .openapi('ImageEdit', { example: { title: 'Harbour', alt_text: 'Boats in the evening sun' } });

export const editImageRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/images/{id}',
    operationId: 'editImage',
    scope: 'session',
    keyScope: 'manage',
    errors: EDIT_IMAGE_ERRORS,
    tags: ['images'],
    summary: 'Change title, description and alternative text, or take away the location',
    description:
      'Absent fields stay. The search follows. With `If-Match`, only texts that the caller has seen are changed.',
    request: {
      params: ImageIdParam,
      headers: IfMatch,
      body: { required: true, content: jsonContent(ImageEdit) },
    },
    responses: tagged(answers(200, 'What the image is now', Image)),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { title, description, alt_text: altText, location } = c.req.valid('json');
    const edit = { title, description, altText, location };
    const ifMatch = c.req.header('If-Match') ?? null;
    const image = await editImage(c.env.services, c.var.actor, id, edit, ifMatch);
    c.header('ETag', await imageTag(image));
    return c.json(success(toImage(image, c.var.actor.userId)), 200);
  },
);
