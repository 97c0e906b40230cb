import type { CaptchaProvider } from '../../src/worker/config.ts';
import type { CaptchaAnswer } from '../../src/worker/domain/captcha/captcha.ts';

/** What the vendor knows of an answer. It stands in the answer itself, so that tests need not agree on anything. */
export interface Solved {
  readonly hostname?: string | undefined;
  readonly action?: string | undefined;
  /** The address of whoever solved it, which `ANY_ADDRESS` leaves open; another one's is refused. */
  readonly address?: string;
  /** Refused with these error codes. */
  readonly errors?: readonly string[];
  /** The lot's verdict or error, as the vendor of lots answers it. */
  readonly lot?: object;
  /** How the vendor fails instead of answering. */
  readonly failure?: 'hang' | 'break' | number;
  /** Something else than the protocol's answer. */
  readonly body?: string;
  /** The calls before this one fail with status 500. */
  readonly failures?: number;
}

export const ANY_ADDRESS = '*';

export const SECRETS = { a: 'secret-a', b: 'secret-b', c: 'secret-c' } as const;
export const SITE_KEYS = { a: 'site-a', b: 'site-b', c: 'site-c' } as const;

let answers = 0;

/** A solved captcha as its widget hands it to the page; no two are the same. */
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

/** The vars of a deployment whose captcha vendors all stand at the test's server. */
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
