import { describe, expect, it } from 'vitest';
import { readSettingRefusal } from '../../../../../../src/console/features/admin/model/read-refusal.ts';
import {
  checkSetting,
  checkSettings,
  PLAIN_KEYS,
  type SettingFault,
  type SettingKey,
  type SettingTexts,
} from '../../../../../../src/console/features/admin/model/setting-rules.ts';
import { WATERMARK_KEYS } from '../../../../../../src/shared/watermark-layout.ts';
import {
  describeMarkFault,
  UNSET_MARK,
} from '../../../../../../src/worker/domain/settings/judge-watermark.ts';
import {
  defaultSettingText,
  parseSetting,
  SETTING_KEYS,
} from '../../../../../../src/worker/domain/settings/registry.ts';

const CONFIG = {
  CAPTCHA_PROVIDER: 'none',
  SITE_LANGUAGE: 'en-US',
  STORAGE_PATH: 'images',
} as const;

const VALUES = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, defaultSettingText(key, CONFIG)]),
) as SettingTexts;

const CANDIDATES: Partial<Record<SettingKey, readonly string[]>> = {
  private_token_ttl_default_ms: [
    '599999',
    '600000',
    '259200000',
    '259200001',
    '',
    'x',
    '1e6',
    '6e5',
  ],
  site_language: ['en', 'de-AT', 'zh-Hant-TW', 'EN', 'english', 'en_GB', '', 'en-', 'en-x'],
  storage_path: ['a', 'a/b-c/_d', '/a', 'a/', 'a//b', '', 'ä', 'a b', '../a', 'a'.repeat(201)],
  watermark_text: ['', 'a', 'a\nb', 'a\tb', '😀'.repeat(100), '😀'.repeat(101), '日本'],
  watermark_color: ['#ffffff', '#FFFFFF', 'white', '#fff', ''],
  watermark_position: ['top', 'bottom_right', 'nowhere', ''],
  watermark_opacity: ['0', '1', '0.5', '1.1', '-1', '.5', '0.12345', ''],
  watermark_scale: ['0', '0.01', '0.009', '1', '2'],
  watermark_margin: ['0', '0.5', '1', '1.01'],
};

describe('a value is checked before it is sent,', () => {
  it('by the rules of the service', () => {
    for (const key of SETTING_KEYS) {
      for (const value of [VALUES[key], ...(CANDIDATES[key] ?? [])]) {
        const isRight = checkSetting(key, value, false) === null;
        expect(isRight, `${key} = ${value}`).toBe(parseSetting(key, value).ok);
      }
    }
  });

  it('for each setting', () => {
    expect([...PLAIN_KEYS, ...WATERMARK_KEYS].toSorted()).toEqual(SETTING_KEYS.toSorted());
  });

  it('by the deployment’s page headers', () => {
    expect(checkSetting('captcha_provider', 'provider_c', true)).toEqual({ kind: 'isolation' });
    expect(checkSetting('captcha_provider', 'provider_c', false)).toBeNull();
    expect(checkSetting('captcha_provider', 'provider_a', true)).toBeNull();
  });

  it.each([
    ['no text', { watermark_text: '  ' }, { watermark_text: { kind: 'textMissing' } }],
    ['no image', { watermark_kind: 'image' }, { watermark_image: { kind: 'imageMissing' } }],
    ['a text', { watermark_text: '© Ågot Жук – “Ωmega”, 2026' }, {}],
    ['an image', { watermark_kind: 'image', watermark_image: 'x' }, {}],
    [
      'a text that is drawn as boxes',
      { watermark_text: 'Tokyo 東京 😀' },
      { watermark_text: { kind: 'textUnknown', detail: '東 京 😀' } },
    ],
  ])('together with others: a watermark with %s', (_name, changes, faults) => {
    const off = { ...VALUES, ...changes };
    const on = { ...off, watermark_enabled: 'true' };
    expect(checkSettings(on, WATERMARK_KEYS, false)).toEqual(faults);
    expect(checkSettings(off, WATERMARK_KEYS, false)).toEqual({});
  });
});

describe('a refusal of the service', () => {
  const read = (code: number, message: string) => readSettingRefusal({ code, message }, PLAIN_KEYS);

  it('is shown as the error of the setting that it names', () => {
    const isolation = 'CROSS_ORIGIN_ISOLATION must be false for the captcha provider_c';
    expect(read(3000, `captcha_provider: ${isolation}`)).toEqual({
      key: 'captcha_provider',
      fault: { kind: 'isolation' },
      words: isolation,
    });
    const missing = 'PUBLIC_BASE_URL must be set for the captcha provider_a';
    expect(read(3000, `captcha_provider: ${missing}`).fault).toEqual({
      kind: 'missing',
      detail: 'PUBLIC_BASE_URL',
    });
    expect(read(3006, 'storage_path: must be a relative path')).toEqual({
      key: 'storage_path',
      fault: null,
      words: 'must be a relative path',
    });
    const image = parseSetting('watermark_image', 'AAAA');
    const message = `watermark_image: ${image.ok ? '' : image.error}`;
    expect(readSettingRefusal({ code: 3000, message }, WATERMARK_KEYS)).toMatchObject({
      key: 'watermark_image',
      fault: { kind: 'imageKind' },
    });
  });

  it.each<[SettingKey, string, SettingFault]>([
    ['watermark_text', UNSET_MARK, { kind: 'textMissing' }],
    ['watermark_image', UNSET_MARK, { kind: 'imageMissing' }],
    ['watermark_text', describeMarkFault({ kind: 'invisible_text' }), { kind: 'textMissing' }],
    [
      'watermark_text',
      describeMarkFault({ kind: 'missing_glyphs', characters: ['東', '京'] }),
      { kind: 'textUnknown', detail: '東 京' },
    ],
    ['watermark_image', describeMarkFault({ kind: 'damaged_image' }), { kind: 'imageDamaged' }],
  ])('of a watermark that cannot be drawn is shown at %s: %s', (key, words, fault) => {
    const message = `${key}: ${words}`;
    expect(readSettingRefusal({ code: 3000, message }, WATERMARK_KEYS)).toEqual({
      key,
      fault,
      words,
    });
  });

  it('of a storage location in use is shown there, and any other at no setting', () => {
    expect(read(4094, 'Storage location still in use').key).toBe('storage_path');
    expect(read(1000, 'Internal error').key).toBeNull();
    expect(read(3000, 'watermark_text: must be one line').key).toBeNull();
  });
});
