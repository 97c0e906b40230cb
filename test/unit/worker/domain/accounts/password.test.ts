import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  hashPassword,
  verifyPassword,
} from '../../../../../src/worker/domain/accounts/password.ts';
import type { DeriveKey } from '../../../../../src/worker/domain/services.ts';
import { scrypt } from '../../../../../src/worker/durable/password-hasher/scrypt.ts';

const derive: DeriveKey = scrypt;

describe('password hashes', () => {
  it('carry the parameters and a salt of their own', async () => {
    const hashes = await Promise.all([
      hashPassword(derive, 'same words'),
      hashPassword(derive, 'same words'),
    ]);
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/u);
    }
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('verify their password and no other', async () => {
    const hash = await hashPassword(derive, 'pässword 𝄞');
    expect(await verifyPassword(derive, 'pässword 𝄞', hash)).toBe(true);
    expect(await verifyPassword(derive, 'pässword 𝄟', hash)).toBe(false);
    expect(await verifyPassword(derive, '', hash)).toBe(false);
  });

  it('verify a password however its accents are composed', async () => {
    expect(
      await verifyPassword(derive, 'cafe\u0301 noir', await hashPassword(derive, 'caf\u00e9 noir')),
    ).toBe(true);
  });

  it('verify with the parameters of their creation', async () => {
    // RFC 7914, section 12: scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1, 64).
    const expected = Buffer.from(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2' +
        'd5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      'hex',
    ).toString('base64url');
    const hash = `$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$${expected}`;
    expect(await verifyPassword(derive, 'pleaseletmein', hash)).toBe(true);
  });

  it('cost as much without an account as with one', async () => {
    const derived: unknown[] = [];
    const counted: DeriveKey = async ({ cost, length }) => {
      await sleep(1);
      derived.push({ cost, length });
      return new Uint8Array(length);
    };
    await verifyPassword(counted, 'wrong', await hashPassword(derive, 'some password'));
    await verifyPassword(counted, 'wrong', null);
    expect(derived).toEqual([derived[0], derived[0]]);
  });

  it('that are damaged are an error, not a refusal', async () => {
    await expect(verifyPassword(derive, 'any', '$scrypt$ln=14,r=8,p=5$$')).rejects.toThrow(
      'damaged',
    );
  });
});
