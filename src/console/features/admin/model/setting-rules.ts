/** The rules of settings, checked before sending. The service checks again; a test keeps both alike. */

import {
  countCodePoints,
  PRIVATE_TOKEN_TTL_MAX_MS,
  PRIVATE_TOKEN_TTL_MIN_MS,
} from '../../../../shared/entry-rules.ts';
import {
  WHOLE_MS_PATTERN,
  KEY_PREFIX_PATTERN,
  LOCALE_TAG_PATTERN,
  COLOR_PATTERN,
  SHARE_PATTERN,
} from '../../../../shared/setting-patterns.ts';
import {
  WATERMARK_POSITIONS,
  WATERMARK_TEXT_MAX_CODE_POINTS,
} from '../../../../shared/watermark-layout.ts';
import type { ConfigEntry } from '../../../api/types.ts';

export type SettingKey = ConfigEntry['config_key'];

export type SettingTexts = Readonly<Record<SettingKey, string>>;

/** The fault of a value, by its key in the catalogue. */
export type SettingFault =
  | { readonly kind: Exclude<SettingFaultKind, 'textUnknown' | 'missing'> }
  | { readonly kind: 'textUnknown' | 'missing'; readonly detail: string };

type SettingFaultKind =
  | 'duration'
  | 'language'
  | 'path'
  | 'isolation'
  | 'missing'
  | 'color'
  | 'share'
  | 'textMissing'
  | 'textLong'
  | 'textUnknown'
  | 'imageMissing'
  | 'imageKind'
  | 'imageDamaged';

export const PLAIN_KEYS = [
  'registration',
  'captcha_provider',
  'private_token_ttl_default_ms',
  'site_language',
  'storage_path',
] as const satisfies SettingKey[];

/** The characters of Roboto: letters of three scripts, digits and common punctuation. */
const DRAWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u007e\u00a0-\u00ff‐-―‘-„†-•…‹›€™\s]$/u;

/** The fault of a single value, or null. `isIsolated`: the deployment serves pages with cross-origin isolation. */
export function checkSetting(
  key: SettingKey,
  value: string,
  isIsolated: boolean,
): SettingFault | null {
  switch (key) {
    case 'captcha_provider':
      return faultUnless(value !== 'provider_c' || !isIsolated, 'isolation');
    case 'private_token_ttl_default_ms': {
      const ms = WHOLE_MS_PATTERN.test(value) ? Number(value) : 0;
      return faultUnless(
        ms >= PRIVATE_TOKEN_TTL_MIN_MS && ms <= PRIVATE_TOKEN_TTL_MAX_MS,
        'duration',
      );
    }
    case 'site_language':
      return faultUnless(LOCALE_TAG_PATTERN.test(value), 'language');
    case 'storage_path':
      return faultUnless(KEY_PREFIX_PATTERN.test(value), 'path');
    case 'watermark_text': {
      const isShort = countCodePoints(value) <= WATERMARK_TEXT_MAX_CODE_POINTS;
      return faultUnless(isShort && !/\p{Cc}/u.test(value), 'textLong');
    }
    case 'watermark_color':
      return faultUnless(COLOR_PATTERN.test(value), 'color');
    case 'watermark_position':
      return faultUnless((WATERMARK_POSITIONS as readonly string[]).includes(value), 'share');
    case 'watermark_opacity':
    case 'watermark_margin':
      return faultUnless(isShare(value, 0), 'share');
    case 'watermark_scale':
      return faultUnless(isShare(value, 0.01), 'share');
    case 'registration':
    case 'watermark_enabled':
    case 'watermark_kind':
    case 'watermark_image':
    case 'watermark_tiling':
      return null;
  }
}

/** The faults of all values, also of combinations that would break publication. */
export function checkSettings(
  values: SettingTexts,
  keys: readonly SettingKey[],
  isIsolated: boolean,
): Partial<Record<SettingKey, SettingFault>> {
  const faults: Partial<Record<SettingKey, SettingFault>> = {};
  for (const key of keys) {
    const fault = checkSetting(key, values[key], isIsolated) ?? checkMark(key, values);
    if (fault !== null) faults[key] = fault;
  }
  return faults;
}

/** An enabled watermark must be drawable, otherwise no image is published. */
function checkMark(key: SettingKey, values: SettingTexts): SettingFault | null {
  if (values.watermark_enabled !== 'true') return null;
  if (key === 'watermark_image' && values.watermark_kind === 'image') {
    return faultUnless(values.watermark_image !== '', 'imageMissing');
  }
  if (key !== 'watermark_text' || values.watermark_kind !== 'text') return null;
  const text = values.watermark_text.normalize('NFC').trim();
  if (text === '') return { kind: 'textMissing' };
  const unknown = [...new Set(text)].filter((character) => !DRAWN.test(character));
  return unknown.length === 0 ? null : { kind: 'textUnknown', detail: unknown.join(' ') };
}

function faultUnless(
  isRight: boolean,
  kind: Exclude<SettingFaultKind, 'textUnknown' | 'missing'>,
): SettingFault | null {
  return isRight ? null : { kind };
}

function isShare(value: string, min: number): boolean {
  return SHARE_PATTERN.test(value) && Number(value) >= min && Number(value) <= 1;
}
