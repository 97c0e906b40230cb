import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  defaultSettingText,
  isSettingKey,
  parseSetting,
  SETTING_KEYS,
} from '../../../../../src/worker/domain/settings/registry.ts';
import { WATERMARK_IMAGE_MAX_BYTES } from '../../../../../src/shared/watermark-layout.ts';

const DEFAULTS = {
  CAPTCHA_PROVIDER: 'provider_a',
  SITE_LANGUAGE: 'de-DE',
  STORAGE_PATH: 'pictures',
} as const;
const WEBP = readFileSync(`${import.meta.dirname}/../../../../fixtures/webp/lossless-alpha.webp`);

const pngHeader = (width: number, height: number): Buffer => {
  const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR        ', 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};
const PNG = pngHeader(1024, 20);

describe('configuration keys', () => {
  it.each(SETTING_KEYS)('%s has a default that it accepts', (key) => {
    expect(parseSetting(key, defaultSettingText(key, DEFAULTS))).toMatchObject({ ok: true });
  });

  it('take the deployment’s own defaults', () => {
    expect(defaultSettingText('site_language', DEFAULTS)).toBe('de-DE');
    expect(defaultSettingText('captcha_provider', DEFAULTS)).toBe('provider_a');
    expect(defaultSettingText('storage_path', DEFAULTS)).toBe('pictures');
  });

  it('are recognized by exact name', () => {
    expect(isSettingKey('captcha_provider')).toBe(true);
    expect(isSettingKey('toString')).toBe(false);
    expect(isSettingKey('captcha')).toBe(false);
  });

  it.each([
    ['captcha_provider', 'provider_d'],
    ['private_token_ttl_default_ms', '-1'],
    ['private_token_ttl_default_ms', '1e6'],
    ['private_token_ttl_default_ms', ''],
    ['private_token_ttl_default_ms', '599999'],
    ['private_token_ttl_default_ms', '259200001'],
    ['site_language', 'English, please'],
    ['storage_path', '../elsewhere'],
    ['storage_path', '/images'],
    ['watermark_enabled', 'yes'],
    ['watermark_text', 'two\nlines'],
    ['watermark_text', 'x'.repeat(101)],
    ['watermark_color', 'white'],
    ['watermark_position', 'middle'],
    ['watermark_opacity', '1.1'],
    ['watermark_opacity', ''],
    ['watermark_scale', '0'],
    ['watermark_image', 'not base64!'],
    ['watermark_image', Buffer.from('GIF89a and more').toString('base64')],
    ['watermark_image', Buffer.concat([WEBP, Buffer.alloc(2)]).toString('base64')],
    ['watermark_image', pngHeader(1025, 20).toString('base64')],
    ['watermark_image', pngHeader(0, 20).toString('base64')],
    [
      'watermark_image',
      Buffer.concat([PNG, Buffer.alloc(WATERMARK_IMAGE_MAX_BYTES)]).toString('base64'),
    ],
  ] as const)('%s refuses %j', (key, text) => {
    expect(parseSetting(key, text)).toMatchObject({ ok: false });
  });

  it.each([
    ['600000', 600_000],
    ['259200000', 259_200_000],
  ])('limit a token’s life of %s ms to the allowed range', (text, value) => {
    expect(parseSetting('private_token_ttl_default_ms', text)).toEqual({ ok: true, value });
  });

  it('return a watermark image as the file that was set', () => {
    for (const file of [WEBP, PNG]) {
      const parsed = parseSetting('watermark_image', file.toString('base64'));
      expect(parsed.ok && parsed.value !== null && Buffer.compare(parsed.value, file)).toBe(0);
    }
  });
});
