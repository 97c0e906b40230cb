import type { operations } from '../../../api/schema.d.ts';

type LoginBody = NonNullable<operations['login']['requestBody']>['content']['application/json'];

/** The answer to a captcha, as the API takes it. */
export type CaptchaAnswer = NonNullable<LoginBody['captcha']>;

export type CaptchaProvider = CaptchaAnswer['provider'];

/** What an answer is for; some vendors name it in what they sign. */
export type ChallengeAction = 'login' | 'register';

/** What the frame of a captcha tells its page. */
export type ChallengeMessage =
  | { readonly challenge: 'ready' | 'opened' | 'closed' | 'expired' | 'failed' }
  | { readonly challenge: 'answered'; readonly answer: CaptchaAnswer };

const STATES = new Set(['ready', 'opened', 'closed', 'expired', 'failed', 'answered']);

/** Reads what came from a frame of this origin; null for what is none of its messages. */
export function readChallengeMessage(data: unknown): ChallengeMessage | null {
  if (typeof data !== 'object' || data === null || !('challenge' in data)) return null;
  if (typeof data.challenge !== 'string' || !STATES.has(data.challenge)) return null;
  if (data.challenge !== 'answered') return data as ChallengeMessage;
  return 'answer' in data && typeof data.answer === 'object' ? (data as ChallengeMessage) : null;
}
