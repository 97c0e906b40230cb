import { VARIANT_MIME_TYPE } from '../../../../shared/variants.ts';
import {
  OPEN_TRASHED_PREVIEW_ERRORS,
  openTrashedPreview,
} from '../../../domain/delivery/open-preview.ts';
import { CONDITIONS, describeImage } from '../../describe-image.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { ImageIdParam } from '../images/image.ts';
import { toPreviewResponse } from '../images/preview-image.ts';

export const previewTrashedRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/trash/{id}/preview',
    operationId: 'previewTrashed',
    scope: 'session',
    keyScope: 'read',
    errors: OPEN_TRASHED_PREVIEW_ERRORS,
    tags: ['trash'],
    summary: 'The picture of an image in one’s trash',
    description:
      'The square of 400 × 400. Only the browser may keep it. Images of others, of pipeline 1 and unpublished ones have none ' +
      '(4041). While the account is to be deleted, it is charged as a download.',
    request: { params: ImageIdParam, headers: CONDITIONS },
    responses: describeImage(VARIANT_MIME_TYPE),
  }),
  async (c) => {
    const { id: imageId } = c.req.valid('param');
    const { method, headers } = c.req.raw;
    const asked = { method, headers, imageId };
    return toPreviewResponse(await openTrashedPreview(c.env.services, c.var.actor, asked));
  },
);
