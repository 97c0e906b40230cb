import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '../../config.ts';

/** What everybody may know of the site. */
export interface SiteFacts {
  readonly captchaProvider: CaptchaProvider;
  readonly siteLanguage: string;
  readonly images: number;
  /** Those who are active. */
  readonly users: number;
  readonly views: number;
  readonly storageUsed: number;
}

const IS_SOUND: { readonly [Name in keyof SiteFacts]: (value: unknown) => boolean } = {
  captchaProvider: (value) => CAPTCHA_PROVIDERS.some((known) => known === value),
  siteLanguage: (value) => typeof value === 'string',
  images: Number.isFinite,
  users: Number.isFinite,
  views: Number.isFinite,
  storageUsed: Number.isFinite,
};

/** Reads facts that another isolate has stored, perhaps of another version; null when they are not these. */
export function parseSiteFacts(stored: unknown): SiteFacts | null {
  const facts = Object(stored) as Readonly<Record<string, unknown>>;
  const isWhole = Object.entries(IS_SOUND).every(([name, isSound]) => isSound(facts[name]));
  return isWhole ? (facts as unknown as SiteFacts) : null;
}
