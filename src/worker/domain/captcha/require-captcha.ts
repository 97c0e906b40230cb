import { captchaFaults, type CaptchaProvider } from '../../config.ts';
import { sha256Hex } from '../../../shared/bytes.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import {
  PASSED,
  type CaptchaAnswer,
  type CaptchaConfig,
  type CaptchaContext,
  type CaptchaVerdict,
} from './captcha.ts';
import { verifyGeetest } from './verify-geetest.ts';
import { verifyActionToken, verifyToken } from './verify-token.ts';

export const REQUIRE_CAPTCHA_ERRORS = [
  'captcha_failed',
  'captcha_unavailable',
] as const satisfies readonly ErrorName[];

/** Each answer counts once, even in parallel: the limiter records it first and forgets it only without a verdict. */
export async function requireCaptcha(
  { config, limiter }: Pick<Services, 'config' | 'limiter'>,
  active: CaptchaProvider,
  answer: CaptchaAnswer = { provider: 'none' },
  context: CaptchaContext,
): Promise<void> {
  if (answer.provider !== active) throw new DomainError('captcha_failed');
  if (answer.provider === 'none') return;
  const [fault] = captchaFaults(config, active);
  if (fault !== undefined) throw unavailableBecause(`${fault.name} ${fault.fault}`);
  const subject = `captcha:${await sha256Hex(`${active}:${identityOf(answer)}`)}`;
  const taken = await limiter.take(subject, { limit: 1, windowMs: config.CAPTCHA_ANSWER_TTL_MS });
  if (!taken.allowed) throw new DomainError('captcha_failed');
  const verdict = await verify(config, answer, context);
  if (verdict.outcome === 'rejected') throw new DomainError('captcha_failed');
  if (verdict.outcome === 'passed') return;
  await limiter.refund(subject, taken.takenAt).catch(() => undefined);
  throw unavailableBecause(verdict.reason);
}

function unavailableBecause(reason: string): DomainError {
  return new DomainError('captcha_unavailable', { cause: new Error(reason) });
}

function identityOf(answer: Exclude<CaptchaAnswer, { readonly provider: 'none' }>): string {
  return answer.provider === 'provider_c' ? answer.lotNumber : answer.token;
}

async function verify(
  config: CaptchaConfig,
  answer: CaptchaAnswer,
  context: CaptchaContext,
): Promise<CaptchaVerdict> {
  switch (answer.provider) {
    case 'none':
      return PASSED;
    case 'provider_a':
      return verifyActionToken(config, answer, context);
    case 'provider_b':
      return verifyToken(config, answer, context);
    case 'provider_c':
      return verifyGeetest(config, answer);
  }
}
