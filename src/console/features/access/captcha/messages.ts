import type { operations } from '../../../api/schema.d.ts';

type LoginBody = NonNullable<operations['login']['requestBody']>['content']['application/json'];

export type CaptchaAnswer = NonNullable<LoginBody['captcha']>;

export type CaptchaProvider = CaptchaAnswer['provider'];

/** The action of an answer; some vendors sign it. */
export type CaptchaAction = 'login' | 'register';

/** Messages of the captcha frame. */
export type CaptchaMessage =
  | { readonly captcha: 'ready' | 'opened' | 'closed' | 'expired' | 'failed' }
  | { readonly captcha: 'answered'; readonly answer: CaptchaAnswer };

const STATES = new Set(['ready', 'opened', 'closed', 'expired', 'failed', 'answered']);

/** Parses a message of the captcha's frame; null for others. */
export function readCaptchaMessage(data: unknown): CaptchaMessage | null {
  if (typeof data !== 'object' || data === null || !('captcha' in data)) return null;
  if (typeof data.captcha !== 'string' || !STATES.has(data.captcha)) return null;
  if (data.captcha !== 'answered') return data as CaptchaMessage;
  return 'answer' in data && typeof data.answer === 'object' ? (data as CaptchaMessage) : null;
}
