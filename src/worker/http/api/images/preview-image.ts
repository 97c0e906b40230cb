import { z } from '@hono/zod-openapi';
import { VARIANT_MIME_TYPE } from '../../../../shared/variants.ts';
import {
  OPEN_PREVIEW_ERRORS,
  openPreview,
  PREVIEW_SIZES,
  type PreviewSize,
} from '../../../domain/delivery/open-preview.ts';
import type { OpenedImage } from '../../../domain/delivery/read-object.ts';
import { CONDITIONS, describeImage } from '../../describe-image.ts';
import { toCacheControl, toImageResponse } from '../../image-answer.ts';
import { readClientAddress } from '../../read-client-address.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from './image.ts';

/** Not longer than other caches keep an image that a deletion or a sign-out takes away. */
const MAX_AGE_SECONDS = 600;

const NAMES = PREVIEW_SIZES.map(String);

export const previewImageRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/images/{id}/preview',
    operationId: 'previewImage',
    scope: 'session',
    keyScope: 'read',
    errors: OPEN_PREVIEW_ERRORS,
    tags: ['images'],
    summary: 'The picture of an image, for its owner or an administrator',
    description:
      'A WebP for pages of the owner’s own: it counts no view, and only the browser may keep it, public or private. Other ' +
      'callers get 4031. An image that is not published has none (4041). While the account is to be deleted, it is ' +
      'charged as a download.',
    request: {
      params: ImageIdParam,
      query: z.object({
        size: z
          .enum(NAMES)
          .default('published')
          .openapi({
            description:
              'A width in pixels, never enlarged; `square`, 400 × 400; `published`; or `full`, all pixels. In ' +
              'pipeline 1 all three names are a WebP of all pixels.',
          }),
      }),
      headers: CONDITIONS,
    },
    responses: describeImage(VARIANT_MIME_TYPE),
  }),
  async (c) => {
    const { id: imageId } = c.req.valid('param');
    const size = toSize(c.req.valid('query').size);
    const { method, headers } = c.req.raw;
    const address = readClientAddress(headers);
    const asked = { method, headers, imageId, size, address };
    return toPreviewResponse(await openPreview(c.env.services, c.var.actor, asked));
  },
);

/** For the caller's own cache alone. */
export function toPreviewResponse(opened: OpenedImage): Response {
  const answer = toImageResponse(opened);
  const { status } = opened.selection;
  if (status === 200 || status === 206 || status === 304) {
    answer.headers.set('Cache-Control', toCacheControl(MAX_AGE_SECONDS, 'private'));
  }
  return answer;
}

function toSize(name: string): PreviewSize {
  const known = PREVIEW_SIZES.find((size) => String(size) === name);
  if (known === undefined) throw new TypeError(`${name} is no size`);
  return known;
}
