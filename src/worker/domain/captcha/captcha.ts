import type { Config } from '../../config.ts';

/** What somebody answers to a challenge: what the provider's widget handed to the page. */
export type ChallengeAnswer =
  | { readonly provider: 'none' }
  | TokenAnswer<'provider_a'>
  | TokenAnswer<'provider_b'>
  | LotAnswer;

export interface TokenAnswer<Provider extends 'provider_a' | 'provider_b'> {
  readonly provider: Provider;
  readonly token: string;
  /** What the page says that the answer is for. */
  readonly action?: string | undefined;
}

export interface LotAnswer {
  readonly provider: 'provider_c';
  readonly lotNumber: string;
  readonly captchaOutput: string;
  readonly passToken: string;
  readonly genTime: string;
}

export type ChallengeAction = 'login' | 'register' | 'device-login';

/** What a challenge must have been answered for. */
export interface ChallengeContext {
  readonly action: ChallengeAction;
  /** The caller's IP address. */
  readonly address: string;
  /** The name of the host whose page asks. */
  readonly hostname: string;
}

export type ChallengeVerdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'rejected' }
  | {
      readonly outcome: 'unavailable';
      /** For the log. */
      readonly reason: string;
    };

export type ChallengeConfig = Pick<
  Config,
  'CAPTCHA_TIMEOUT_MS' | Extract<keyof Config, `CAPTCHA_${'A' | 'B' | 'C'}_${string}`>
>;

export const PASSED: ChallengeVerdict = { outcome: 'passed' };
export const REJECTED: ChallengeVerdict = { outcome: 'rejected' };

export function unavailable(reason: string): ChallengeVerdict {
  return { outcome: 'unavailable', reason };
}
