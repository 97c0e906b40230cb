import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fromBase62, toBase62 } from '../../../../src/shared/base62.ts';
import { issueApiKey, maskApiKeys, readApiKey } from '../../../../src/worker/lib/api-key.ts';
import { issueCredential, maskCredentials } from '../../../../src/worker/lib/credential.ts';
import { KeyRing, newRingSecret } from '../../../../src/worker/lib/key-ring.ts';
import { mistype } from '../../../support/mistype.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** By another implementation, and by hand. */
const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = (DIGITS[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

const withChecksum = (text: string): string => text + checksumOf(text);

describe('an API key', () => {
  it.each([1, 61, 62, 3844, 999_999_999, Number.MAX_SAFE_INTEGER])('names user %i', (userId) => {
    const { value } = issueApiKey(userId);
    expect(readApiKey(value)).toEqual({ userId, value });
  });

  it('has 32 random characters, of which its start shows eight, and a CRC-32 in six', () => {
    for (let count = 0; count < 200; count += 1) {
      const { value, start } = issueApiKey(42);
      const [, text = '', secret = '', checksum] =
        /^(tint_g_([0-9A-Za-z]{32}))([0-9A-Za-z]{6})$/u.exec(value) ?? [];
      expect(checksum).toBe(checksumOf(text));
      expect(start).toBe(`${secret.slice(0, 4)}…${secret.slice(-4)}`);
    }
  });

  it('is never issued twice, and uses all 62 characters', () => {
    const values = Array.from({ length: 200 }, () => issueApiKey(7).value.slice('tint_7_'.length));
    expect(new Set(values).size).toBe(200);
    expect(new Set(values.join('')).size).toBe(62);
  });

  it('is unknown once any character changes, is missing or is added', () => {
    const { value } = issueApiKey(42);
    for (let index = 0; index < value.length; index += 1) {
      const [before, after] = [value.slice(0, index), value.slice(index + 1)];
      for (const text of [mistype(value, index), before + after, `${before}A${value.slice(index)}`])
        expect(readApiKey(text), text).toBeNull();
    }
    expect(readApiKey(`${value}A`)).toBeNull();
    expect(readApiKey(`${value}\n`)).toBeNull();
  });

  it.each([
    '',
    'tint',
    'tint__',
    'x'.repeat(100_000),
    `tint_1_${'é'.repeat(38)}`,
    withChecksum(`tint_01_${'A'.repeat(32)}`),
    withChecksum(`tint_0_${'A'.repeat(32)}`),
    withChecksum(`tint__${'A'.repeat(32)}`),
    withChecksum(`tint_zzzzzzzzz_${'A'.repeat(32)}`),
    withChecksum(`tint_1111111111_${'A'.repeat(32)}`),
  ])('is not %.30s', (value) => {
    expect(readApiKey(value)).toBeNull();
  });
});

describe('the mask', () => {
  it('hides keys, whole or cut off, and leaves the text around them', () => {
    const { value } = issueApiKey(42);
    expect(maskApiKeys(`a "${value}", b=${value}&c`)).toBe('a "***", b=***&c');
    for (let length = 'tint_g_'.length + 1; length <= value.length; length += 1) {
      expect(maskApiKeys(`(${value.slice(0, length)})`)).toBe('(***)');
    }
    expect(maskApiKeys('tint, tint_ and tint_a')).toBe('tint, tint_ and tint_a');
  });

  it('of credentials hides keys as well', async () => {
    const keys = KeyRing.parse(`k1:${newRingSecret()}`);
    const session = await issueCredential(keys, 'web_session', '42');
    expect(maskCredentials(`${issueApiKey(42).value} ${session}`)).toBe('*** ***');
  });
});

describe('base 62', () => {
  it('writes whole numbers, and reads what it wrote', () => {
    expect([toBase62(0), toBase62(61), toBase62(62), toBase62(62, 4)]).toEqual([
      '0',
      'z',
      '10',
      '0010',
    ]);
    for (const number of [0, 1, 61, 62, 12_345_678, Number.MAX_SAFE_INTEGER]) {
      expect(fromBase62(toBase62(number))).toBe(number);
    }
    for (const text of ['-1', 'a b', 'é', 'zzzzzzzzzzz']) expect(fromBase62(text)).toBeNull();
  });
});
