import { z } from '@hono/zod-openapi';
import { CAPTCHA_PROVIDERS } from '../../../domain/challenge/verify-challenge.ts';

/** The answer to a challenge; which fields it needs depends on the provider. */
export const Captcha = z
  .object({
    provider: z.enum(CAPTCHA_PROVIDERS),
    token: z.string().optional(),
    action: z.string().optional(),
    lot_number: z.string().optional(),
    captcha_output: z.string().optional(),
    pass_token: z.string().optional(),
    gen_time: z.string().optional(),
  })
  .openapi('Captcha');
