import { z } from 'zod';
import { hmacHex } from '../../lib/hmac.ts';
import { askVendor } from './ask-vendor.ts';
import {
  PASSED,
  REJECTED,
  unavailable,
  type CaptchaConfig,
  type CaptchaVerdict,
  type GeetestAnswer,
} from './captcha.ts';

const GeetestVerification = z.union([
  z.object({ result: z.enum(['success', 'fail']) }),
  z.object({ status: z.literal('error'), code: z.coerce.string() }),
]);

/** The service failed or does not know our captcha id; other errors concern the answer. */
const OWN_FAULTS = /^-(?:50000|501\d\d)$/u;

/** GeeTest v4, "Server": signed with HMAC-SHA-256 of the lot number. Names neither host nor action. */
export async function verifyGeetest(
  config: CaptchaConfig,
  { lotNumber, captchaOutput, passToken, genTime }: GeetestAnswer,
): Promise<CaptchaVerdict> {
  const url = new URL(config.CAPTCHA_C_URL);
  url.searchParams.set('captcha_id', config.CAPTCHA_C_SITE_KEY);
  const form = {
    lot_number: lotNumber,
    captcha_output: captchaOutput,
    pass_token: passToken,
    gen_time: genTime,
    sign_token: await hmacHex(config.CAPTCHA_C_SECRET, lotNumber),
  };
  const answer = await askVendor(url, form, GeetestVerification, config.CAPTCHA_TIMEOUT_MS);
  if (!answer.ok) return unavailable(answer.error);
  if ('result' in answer.value) return answer.value.result === 'success' ? PASSED : REJECTED;
  const { code } = answer.value;
  return OWN_FAULTS.test(code) ? unavailable(`the captcha vendor reported ${code}`) : REJECTED;
}
