import type { CaptchaProvider } from '../../src/worker/config.ts';
import type { CaptchaAnswer } from '../../src/worker/domain/captcha/captcha.ts';

/** The vendor's record of an answer. The answer itself contains it, so that tests share no state. */
export interface Solved {
  readonly hostname?: string | undefined;
  readonly action?: string | undefined;
  /** The solver's address, or `ANY_ADDRESS`; other addresses are refused. */
  readonly address?: string;
  /** Refused with these error codes. */
  readonly errors?: readonly string[];
  /** The verdict or error of a lot, as its vendor returns it. */
  readonly lot?: object;
  /** The vendor's failure. */
  readonly failure?: 'hang' | 'break' | number;
  /** A body that violates the protocol. */
  readonly body?: string;
  /** Number of calls that fail with status 500 before this one. */
  readonly failures?: number;
}

export const ANY_ADDRESS = '*';

export const SECRETS = { a: 'secret-a', b: 'secret-b', c: 'secret-c' } as const;
export const SITE_KEYS = { a: 'site-a', b: 'site-b', c: 'site-c' } as const;

let answers = 0;

/** A solved captcha as its widget returns it to the page; each one is unique. */
export const solve = (
  provider: Exclude<CaptchaProvider, 'none'>,
  solved: Solved,
): CaptchaAnswer => {
  answers += 1;
  const text = `${toBase64Url(JSON.stringify(solved))}.${String(answers)}`;
  if (provider === 'provider_a') return { provider, token: text, action: 'login' };
  if (provider === 'provider_b') return { provider, token: text };
  const lotNumber = `lot-${String(answers)}`;
  return { provider, lotNumber, captchaOutput: text, passToken: 'pass', genTime: '1795219200' };
};

/** The vars of a deployment whose captcha vendors are on the test's server. */
export const captchaVars = (serverUrl: string, provider: CaptchaProvider = 'none') => ({
  PUBLIC_BASE_URL: 'https://tintype.test',
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_A_URL: `${serverUrl}/a`,
  CAPTCHA_A_SITE_KEY: SITE_KEYS.a,
  CAPTCHA_A_SECRET: SECRETS.a,
  CAPTCHA_B_URL: `${serverUrl}/b`,
  CAPTCHA_B_SITE_KEY: SITE_KEYS.b,
  CAPTCHA_B_SECRET: SECRETS.b,
  CAPTCHA_C_URL: `${serverUrl}/c`,
  CAPTCHA_C_SITE_KEY: SITE_KEYS.c,
  CAPTCHA_C_SECRET: SECRETS.c,
  CROSS_ORIGIN_ISOLATION: 'false',
});

const toBase64Url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
