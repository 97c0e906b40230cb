import { DomainError } from '../errors.ts';

export const CAPTCHA_PROVIDERS = ['none', 'provider_a', 'provider_b', 'provider_c'] as const;

export interface CaptchaAnswer {
  readonly provider: (typeof CAPTCHA_PROVIDERS)[number];
}

/**
 * Checks the answer to a challenge. No provider is active: an answer may be left out, and one for a provider is
 * refused.
 * @throws {DomainError} challenge_failed.
 */
export function verifyChallenge(answer: CaptchaAnswer | undefined): void {
  if (answer !== undefined && answer.provider !== 'none') throw new DomainError('challenge_failed');
}
