import type { operations } from '../../../api/schema.d.ts';

type LoginBody = NonNullable<operations['login']['requestBody']>['content']['application/json'];

/** The answer to a captcha, as the API takes it. */
export type CaptchaAnswer = NonNullable<LoginBody['captcha']>;

export type CaptchaProvider = CaptchaAnswer['provider'];

/** What an answer is for; some vendors name it in what they sign. */
export type CaptchaAction = 'login' | 'register';

/** What the frame of a captcha tells its page. */
export type CaptchaMessage =
  | { readonly captcha: 'ready' | 'opened' | 'closed' | 'expired' | 'failed' }
  | { readonly captcha: 'answered'; readonly answer: CaptchaAnswer };

const STATES = new Set(['ready', 'opened', 'closed', 'expired', 'failed', 'answered']);

/** Reads what came from a frame of this origin; null for what is none of its messages. */
export function readCaptchaMessage(data: unknown): CaptchaMessage | null {
  if (typeof data !== 'object' || data === null || !('captcha' in data)) return null;
  if (typeof data.captcha !== 'string' || !STATES.has(data.captcha)) return null;
  if (data.captcha !== 'answered') return data as CaptchaMessage;
  return 'answer' in data && typeof data.answer === 'object' ? (data as CaptchaMessage) : null;
}
