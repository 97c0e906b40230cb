import { describe, expect, it } from 'vitest';
import { toHex, utf8 } from '../../../../../src/shared/bytes.ts';
import { scrypt } from '../../../../../src/worker/durable/password-hasher/scrypt.ts';
import type { ScryptCost } from '../../../../../src/worker/lib/scrypt-request.ts';

const derive = async (
  password: string,
  salt: string,
  cost: ScryptCost,
  length: number,
): Promise<string> =>
  toHex(await scrypt({ password: utf8(password), salt: utf8(salt), cost, length }));

describe('scrypt', () => {
  it.each([
    [
      '',
      '',
      { ln: 4, r: 1, p: 1 },
      '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442' +
        'fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
    ],
    [
      'password',
      'NaCl',
      { ln: 10, r: 8, p: 16 },
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162' +
        '2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    ],
    [
      'pleaseletmein',
      'SodiumChloride',
      { ln: 14, r: 8, p: 1 },
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2' +
        'd5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    ],
  ])('of %j and %j equals RFC 7914’s vector', async (password, salt, cost, expected) => {
    expect(await derive(password, salt, cost, 64)).toBe(expected);
  });
});
