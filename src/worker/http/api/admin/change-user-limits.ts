import { z } from '@hono/zod-openapi';
import { IMAGE_LIMIT_MAX, STORAGE_QUOTA_MAX_BYTES } from '../../../../shared/entry-rules.ts';
import { CHANGE_LIMITS_ERRORS, changeLimits } from '../../../domain/accounts/change-limits.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { IdParam } from './id-param.ts';
import { ManagedUser, toManagedUser } from './managed-user.ts';
import { runForAdministrator } from './run-for-administrator.ts';

const LimitsRequest = z
  .object({
    storage_quota: z
      .int()
      .min(0)
      .max(STORAGE_QUOTA_MAX_BYTES)
      .optional()
      .openapi({ description: 'Bytes' }),
    image_limit: z
      .int()
      .min(0)
      .max(IMAGE_LIMIT_MAX)
      .nullable()
      .optional()
      .openapi({ description: 'Null for the limit of any account' }),
  })
  .refine(({ storage_quota: quota, image_limit: images }) => (quota ?? images) !== undefined, {
    message: 'storage_quota or image_limit is needed',
  })
  .openapi('LimitsRequest', { example: { storage_quota: 5_368_709_120, image_limit: 10_000 } });

export const changeUserLimitsRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/users/{id}/limits',
    operationId: 'changeUserLimits',
    scope: 'admin',
    errors: CHANGE_LIMITS_ERRORS,
    tags: ['admin'],
    summary: 'Change how much an account may hold',
    description:
      'Less than it holds deletes nothing: its uploads are refused (4012) until it holds less. Omitted fields stay.',
    request: {
      params: IdParam,
      body: { required: true, content: jsonContent(LimitsRequest) },
    },
    responses: answers(200, 'The account', ManagedUser),
  }),
  async (c) => {
    const { id: userId } = c.req.valid('param');
    const { storage_quota: storageQuota, image_limit: imageLimit } = c.req.valid('json');
    const account = await runForAdministrator(c, (services) =>
      changeLimits(services, c.var.actor.userId, { userId, storageQuota, imageLimit }),
    );
    return c.json(success(toManagedUser(account)), 200);
  },
);
