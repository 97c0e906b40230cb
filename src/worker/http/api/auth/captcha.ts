import { z } from '@hono/zod-openapi';
import type {
  CaptchaAction,
  CaptchaAnswer,
  CaptchaContext,
} from '../../../domain/captcha/captcha.ts';
import { readClientAddress } from '../../read-client-address.ts';
import type { AppContext } from '../../env.ts';
import { readCaptchaHost } from '../../same-origin.ts';
import { textMatching } from '../../text-matching.ts';

const MAX_CHARACTERS = 8192;

export const Captcha = z
  .discriminatedUnion('provider', [
    z.object({ provider: z.literal('none') }),
    z.object({ provider: z.literal('provider_a'), token: widgetText(), action: widgetText() }),
    z.object({ provider: z.literal('provider_b'), token: widgetText() }),
    z.object({
      provider: z.literal('provider_c'),
      lot_number: widgetText(),
      captcha_output: widgetText(),
      pass_token: widgetText(),
      gen_time: widgetText(),
    }),
  ])
  .openapi('Captcha');

export function readAttempt(
  c: AppContext,
  action: CaptchaAction,
  captcha: z.infer<typeof Captcha> | undefined,
): CaptchaContext & { readonly captcha: CaptchaAnswer | undefined } {
  return {
    captcha: captcha === undefined ? undefined : toCaptchaAnswer(captcha),
    action,
    address: readClientAddress(c.req.raw.headers),
    hostname: readCaptchaHost(c.req.raw, c.env.services.config),
  };
}

function toCaptchaAnswer(captcha: z.infer<typeof Captcha>): CaptchaAnswer {
  if (captcha.provider !== 'provider_c') return captcha;
  return {
    provider: captcha.provider,
    lotNumber: captcha.lot_number,
    captchaOutput: captcha.captcha_output,
    passToken: captcha.pass_token,
    genTime: captcha.gen_time,
  };
}

/** Widgets return visible ASCII. Other texts could spell one answer in two ways. */
function widgetText() {
  return textMatching(/^[!-~]+$/u, 'must be visible ASCII').max(MAX_CHARACTERS);
}
