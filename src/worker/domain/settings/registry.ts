import { z } from 'zod';
import {
  CAPTCHA_PROVIDERS,
  KEY_PREFIX,
  LOCALE_TAG,
  type Config,
  type TextRule,
} from '../../config.ts';
import { readPngSize } from '../../imaging/watermark/read-png-size.ts';
import { inspectWebp } from '../../../imaging/webp/walker.ts';
import { fromBase64 } from '../../../shared/bytes.ts';
import {
  countCodePoints,
  PRIVATE_TOKEN_TTL_MAX_MS,
  PRIVATE_TOKEN_TTL_MIN_MS,
} from '../../../shared/entry-rules.ts';
import {
  WHOLE_MS_PATTERN,
  COLOR_PATTERN,
  SHARE_PATTERN,
} from '../../../shared/setting-patterns.ts';
import { REGISTRATION_MODES } from '../../../shared/registration.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import {
  WATERMARK_IMAGE_MAX_BYTES,
  WATERMARK_IMAGE_MAX_EDGE,
  WATERMARK_POSITIONS,
  WATERMARK_TEXT_MAX_CODE_POINTS,
} from '../../../shared/watermark-layout.ts';

type Defaults = Pick<Config, 'CAPTCHA_PROVIDER' | 'SITE_LANGUAGE' | 'STORAGE_PATH'>;

interface Setting<Value> {
  readonly schema: z.ZodType<Value, string>;
  readonly defaultText: (defaults: Defaults) => string;
}

/** Stored as text. */
const SETTINGS = {
  captcha_provider: defineSetting(
    z.enum(CAPTCHA_PROVIDERS),
    ({ CAPTCHA_PROVIDER }) => CAPTCHA_PROVIDER,
  ),
  private_token_ttl_default_ms: defineSetting(
    z
      .string()
      .regex(WHOLE_MS_PATTERN, 'must be a whole number of milliseconds')
      .transform(Number)
      .pipe(z.number().min(PRIVATE_TOKEN_TTL_MIN_MS).max(PRIVATE_TOKEN_TTL_MAX_MS)),
    '86400000',
  ),
  registration: defineSetting(z.enum(REGISTRATION_MODES), 'open'),
  site_language: defineSetting(matching(LOCALE_TAG), ({ SITE_LANGUAGE }) => SITE_LANGUAGE),
  storage_path: defineSetting(matching(KEY_PREFIX), ({ STORAGE_PATH }) => STORAGE_PATH),
  watermark_enabled: defineSetting(flag(), 'false'),
  watermark_kind: defineSetting(z.enum(['text', 'image']), 'text'),
  watermark_text: defineSetting(
    z
      .string()
      .refine(
        (text) => countCodePoints(text) <= WATERMARK_TEXT_MAX_CODE_POINTS && !/\p{Cc}/u.test(text),
        `must be one line of at most ${String(WATERMARK_TEXT_MAX_CODE_POINTS)} characters`,
      ),
    '',
  ),
  watermark_color: defineSetting(
    z.string().regex(COLOR_PATTERN, 'must be a colour such as #ffffff'),
    '#ffffff',
  ),
  watermark_image: defineSetting(imageFile(), ''),
  watermark_position: defineSetting(z.enum(WATERMARK_POSITIONS), 'bottom_right'),
  watermark_opacity: defineSetting(share(0), '0.5'),
  watermark_scale: defineSetting(share(0.01), '0.25'),
  watermark_margin: defineSetting(share(0), '0.03'),
  watermark_tiling: defineSetting(flag(), 'false'),
};

export type SettingKey = keyof typeof SETTINGS;

export type SettingValues = {
  readonly [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']>;
};

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(SETTINGS, text);
}

/** The error describes the fault in a few words. */
export function parseSetting<Key extends SettingKey>(
  key: Key,
  text: string,
): Result<SettingValues[Key], string> {
  const parsed = SETTINGS[key].schema.safeParse(text);
  if (!parsed.success) return err(parsed.error.issues.map(({ message }) => message).join('; '));
  return ok(parsed.data as SettingValues[Key]);
}

export function defaultSettingText(key: SettingKey, defaults: Defaults): string {
  return SETTINGS[key].defaultText(defaults);
}

function defineSetting<Value>(
  schema: z.ZodType<Value, string>,
  defaultText: string | ((defaults: Defaults) => string),
): Setting<Value> {
  return {
    schema,
    defaultText: typeof defaultText === 'string' ? () => defaultText : defaultText,
  };
}

// Schemas, named like zod's own.

function flag() {
  return z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');
}

function matching({ pattern, must }: TextRule) {
  return z.string().regex(pattern, must);
}

function share(min: number) {
  return z
    .string()
    .regex(SHARE_PATTERN, 'must be a decimal number')
    .transform(Number)
    .pipe(z.number().min(min).max(1));
}

function imageFile() {
  return z.string().transform((text, context): Uint8Array | null => {
    if (text === '') return null;
    const bytes = fromBase64(text);
    if (bytes !== null && isWatermarkImage(bytes)) return bytes;
    context.addIssue(
      `must be a PNG or still WebP of at most ${String(WATERMARK_IMAGE_MAX_BYTES)} bytes ` +
        `and ${String(WATERMARK_IMAGE_MAX_EDGE)} pixels an edge, in base64`,
    );
    return z.NEVER;
  });
}

function isWatermarkImage(file: Uint8Array): boolean {
  if (file.byteLength > WATERMARK_IMAGE_MAX_BYTES) return false;
  const webp = inspectWebp(file);
  const size = webp.ok ? webp.value : readPngSize(file);
  if (size === null) return false;
  const { width, height } = size;
  return Math.min(width, height) > 0 && Math.max(width, height) <= WATERMARK_IMAGE_MAX_EDGE;
}
