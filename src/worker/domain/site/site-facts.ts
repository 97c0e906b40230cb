import { REGISTRATION_MODES, type RegistrationMode } from '../../../shared/registration.ts';
import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '../../config.ts';

export interface SiteFacts {
  readonly captchaProvider: CaptchaProvider;
  readonly registration: RegistrationMode;
  readonly siteLanguage: string;
  /** Published ones. */
  readonly images: number;
  /** Active users. */
  readonly users: number;
  readonly views: number;
  readonly storageUsed: number;
}

const IS_SOUND: { readonly [Name in keyof SiteFacts]: (value: unknown) => boolean } = {
  captchaProvider: (value) => CAPTCHA_PROVIDERS.some((known) => known === value),
  registration: (value) => REGISTRATION_MODES.some((known) => known === value),
  siteLanguage: (value) => typeof value === 'string',
  images: Number.isFinite,
  users: Number.isFinite,
  views: Number.isFinite,
  storageUsed: Number.isFinite,
};

/** Another isolate may be of another version. */
export function parseSiteFacts(stored: unknown): SiteFacts | null {
  const facts = Object(stored) as Readonly<Record<string, unknown>>;
  const isWhole = Object.entries(IS_SOUND).every(([name, isSound]) => isSound(facts[name]));
  return isWhole ? (facts as unknown as SiteFacts) : null;
}
