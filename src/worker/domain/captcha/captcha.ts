import type { Config } from '../../config.ts';

export type CaptchaAnswer =
  | { readonly provider: 'none' }
  | TokenAnswer<'provider_a'>
  | TokenAnswer<'provider_b'>
  | GeetestAnswer;

export interface TokenAnswer<Provider extends 'provider_a' | 'provider_b'> {
  readonly provider: Provider;
  readonly token: string;
  readonly action?: string | undefined;
}

export interface GeetestAnswer {
  readonly provider: 'provider_c';
  readonly lotNumber: string;
  readonly captchaOutput: string;
  readonly passToken: string;
  readonly genTime: string;
}

export type CaptchaAction = 'login' | 'register' | 'device-login';

export interface CaptchaContext {
  readonly action: CaptchaAction;
  readonly address: string;
  readonly hostname: string;
}

export type CaptchaVerdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'rejected' }
  | {
      readonly outcome: 'unavailable';
      readonly reason: string;
    };

export type CaptchaConfig = Pick<
  Config,
  'CAPTCHA_TIMEOUT_MS' | Extract<keyof Config, `CAPTCHA_${'A' | 'B' | 'C'}_${string}`>
>;

export const PASSED: CaptchaVerdict = { outcome: 'passed' };
export const REJECTED: CaptchaVerdict = { outcome: 'rejected' };

export function unavailable(reason: string): CaptchaVerdict {
  return { outcome: 'unavailable', reason };
}
