import { z } from '@hono/zod-openapi';
import { DEVICE_PLATFORMS, VERSION_MAX_LENGTH } from '../../../domain/sessions/check-client.ts';

/** For requests without a session. */
export const DeviceHeaders = z.object({
  'X-Platform': z.enum(DEVICE_PLATFORMS),
  'X-Client-Version': z.string().openapi({
    minLength: 5,
    maxLength: VERSION_MAX_LENGTH,
    description: 'In semantic form (Semantic Versioning 2.0.0)',
    example: '1.4.0',
  }),
});
