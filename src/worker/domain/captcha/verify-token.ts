import { z } from 'zod';
import { sha256Hex } from '../../../shared/bytes.ts';
import { UNKNOWN_ADDRESS } from '../../lib/client-address.ts';
import { askVendor } from './ask-vendor.ts';
import {
  PASSED,
  REJECTED,
  unavailable,
  type CaptchaConfig,
  type CaptchaContext,
  type CaptchaVerdict,
  type TokenAnswer,
} from './captcha.ts';

const SiteVerification = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

type SiteVerification = z.infer<typeof SiteVerification>;

/** Errors that say nothing about the answer: a wrong secret or a failed service. */
const OWN_FAULTS = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
]);

/** Turnstile: the vendor must name the token's action and host. The idempotency key repeats the first result. */
export async function verifyActionToken(
  config: CaptchaConfig,
  { token, action }: TokenAnswer<'provider_a'>,
  context: CaptchaContext,
): Promise<CaptchaVerdict> {
  if (action !== context.action) return REJECTED;
  const form = {
    ...describeAttempt(config.CAPTCHA_A_SECRET, token, context),
    idempotency_key: toUuid(await sha256Hex(token)),
  };
  const { CAPTCHA_A_URL: url, CAPTCHA_TIMEOUT_MS: timeoutMs } = config;
  const answer = await askVendor(url, form, SiteVerification, timeoutMs);
  return answer.ok ? judge(answer.value, context, context.action) : unavailable(answer.error);
}

/** hCaptcha and reCAPTCHA v2: the vendor must name the host. */
export async function verifyToken(
  config: CaptchaConfig,
  { token }: TokenAnswer<'provider_b'>,
  context: CaptchaContext,
): Promise<CaptchaVerdict> {
  const form = {
    ...describeAttempt(config.CAPTCHA_B_SECRET, token, context),
    sitekey: config.CAPTCHA_B_SITE_KEY,
  };
  const { CAPTCHA_B_URL: url, CAPTCHA_TIMEOUT_MS: timeoutMs } = config;
  const answer = await askVendor(url, form, SiteVerification, timeoutMs);
  return answer.ok ? judge(answer.value, context, undefined) : unavailable(answer.error);
}

function describeAttempt(
  secret: string,
  response: string,
  { address }: CaptchaContext,
): Record<string, string> {
  return { secret, response, ...(address === UNKNOWN_ADDRESS ? {} : { remoteip: address }) };
}

/** Formats a hash as a random UUID (RFC 9562, version 4). */
function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-4$3-8$4-$5');
}

function judge(
  { success, hostname, action, 'error-codes': codes = [] }: SiteVerification,
  context: CaptchaContext,
  wantedAction: string | undefined,
): CaptchaVerdict {
  const fault = codes.find((code) => OWN_FAULTS.has(code));
  if (!success && fault !== undefined) return unavailable(`the captcha vendor reported ${fault}`);
  const isHere = hostname === context.hostname;
  const isForThis = wantedAction === undefined || action === wantedAction;
  return success && isHere && isForThis ? PASSED : REJECTED;
}
