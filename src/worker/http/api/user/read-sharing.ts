import { READ_SHARING_ERRORS, readSharing } from '../../../domain/images/read-sharing.ts';
import { answers, success } from '../../envelope.ts';
import { createRouter } from '../../router.ts';
import { apiRoute } from '../../route.ts';
import { Sharing, toSharing } from './sharing.ts';

export const readSharingRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/sharing',
    operationId: 'readSharing',
    scope: 'session',
    errors: READ_SHARING_ERRORS,
    tags: ['user'],
    summary: 'How the own images are shared',
    description: 'What share pages say of the account.',
    responses: answers(200, 'For all images of the account', Sharing),
  }),
  async (c) => {
    const sharing = await readSharing(c.env.services, c.var.actor);
    return c.json(success(toSharing(sharing)), 200);
  },
);
