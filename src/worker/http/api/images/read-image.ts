import { z } from '@hono/zod-openapi';
import { READ_IMAGE_ERRORS, readImage } from '../../../domain/images/read-image.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { imageTag } from '../../../domain/images/edit-image.ts';
import { answers, success } from '../../envelope.ts';
import { Failure, toFailure } from '../../failure-schema.ts';
import { tagged } from '../../if-match.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { Image, ImageIdParam, toImage } from './image.ts';

const ImageDetail = Image.extend({
  access_token: z.string().optional().openapi({ description: 'While a private image has one' }),
  token_expires_at: z.iso.datetime().optional(),
  failure: Failure.optional().openapi({
    description: 'Why it could not be published, of a failed one',
  }),
}).openapi('ImageDetail');

export const readImageRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/images/{id}',
    operationId: 'readImage',
    scope: 'session',
    keyScope: 'read',
    errors: READ_IMAGE_ERRORS,
    tags: ['images'],
    summary: 'An image, for its owner or an administrator',
    description:
      'Other callers get 4031. A private image comes with its access token while it has one.',
    request: { params: ImageIdParam },
    responses: tagged(answers(200, 'The image', ImageDetail)),
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { image, failure, token } = await readImage(c.env.services, c.var.actor, id);
    const tokenFields =
      token === null
        ? {}
        : { access_token: token.token, token_expires_at: toTimestamp(token.expiresAt) };
    const failureFields = failure === null ? {} : { failure: toFailure(failure) };
    c.header('ETag', await imageTag(image));
    return c.json(
      success({ ...toImage(image, c.var.actor.userId), ...tokenFields, ...failureFields }),
      200,
    );
  },
);
