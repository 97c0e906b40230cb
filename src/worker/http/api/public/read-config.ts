import { z } from '@hono/zod-openapi';
import { REGISTRATION_MODES } from '../../../../shared/registration.ts';
import { CAPTCHA_PROVIDERS, type CaptchaProvider, type Config } from '../../../config.ts';
import { readSiteFacts } from '../../../domain/site/read-facts.ts';
import { answers, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { captchaOrigin } from '../../same-origin.ts';

const PublicConfig = z
  .object({
    captcha_provider: z.enum(CAPTCHA_PROVIDERS),
    captcha_site_key: z.string().openapi({
      description:
        "What the provider's widget asks for: its site key or captcha id; empty for `none`",
    }),
    captcha_origin: z.string().nullable().openapi({
      description: "The origin of the captcha's frame; null if it is sandboxed",
    }),
    registration: z.enum(REGISTRATION_MODES).openapi({
      description:
        'Who may register: everybody, those with an invitation, or nobody (but by an invitation of the operator)',
    }),
    site_language: z.string(),
    max_source_bytes: z
      .int()
      .openapi({ description: 'The largest file that an account may upload, in bytes' }),
  })
  .openapi('PublicConfig');

export const readConfigRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/config',
    operationId: 'readPublicConfig',
    scope: 'public',
    tags: ['public'],
    summary: 'What pages of the site need to know',
    description: 'About a minute old at most, older only while the database fails.',
    responses: answers(200, 'The configuration', PublicConfig),
  }),
  async (c) => {
    const { services } = c.env;
    const { captchaProvider, registration, siteLanguage } = await readSiteFacts(services);
    const config = {
      captcha_provider: captchaProvider,
      captcha_site_key: siteKeyOf(services.config, captchaProvider),
      captcha_origin: captchaOrigin(services.config),
      registration,
      site_language: siteLanguage,
      max_source_bytes: services.config.UPLOAD_MAX_SOURCE_BYTES,
    };
    return c.json(success(config), 200);
  },
);

function siteKeyOf(config: Config, provider: CaptchaProvider): string {
  switch (provider) {
    case 'none':
      return '';
    case 'provider_a':
      return config.CAPTCHA_A_SITE_KEY;
    case 'provider_b':
      return config.CAPTCHA_B_SITE_KEY;
    case 'provider_c':
      return config.CAPTCHA_C_SITE_KEY;
  }
}
