import { CHANGE_SHARING_ERRORS, changeSharing } from '../../../domain/images/change-sharing.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { Sharing, SharingChange, toSharing } from './sharing.ts';

export const changeSharingRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/sharing',
    operationId: 'changeSharing',
    scope: 'session',
    errors: CHANGE_SHARING_ERRORS,
    tags: ['user'],
    summary: 'Change how the own images are shared',
    description: 'Absent fields stay. Cached pages and images follow within 10 minutes.',
    request: { body: { required: true, content: jsonContent(SharingChange) } },
    responses: answers(200, 'How they are shared now', Sharing),
  }),
  async (c) => {
    const {
      show_name: showName,
      show_camera: showCamera,
      keep_location: keepLocation,
      allow_indexing: allowIndexing,
      allow_full_size: allowFullSize,
      allowed_sites: allowedSites,
    } = c.req.valid('json');
    const flags = { showName, showCamera, keepLocation, allowIndexing, allowFullSize };
    const change = { ...flags, allowedSites };
    const sharing = await changeSharing(c.env.services, c.var.actor, change);
    return c.json(success(toSharing(sharing)), 200);
  },
);
