import { describe, expect, it } from 'vitest';
import {
  issueCredential,
  readCredential,
  type CredentialKind,
} from '../../../../src/worker/lib/credential.ts';
import { KeyRing, newRingSecret } from '../../../../src/worker/lib/key-ring.ts';
import { mistype } from '../../../support/mistype.ts';

const SECRET = newRingSecret();
const keys = KeyRing.parse(`k1:${SECRET}`);
const KINDS: CredentialKind[] = ['web_session', 'device_session', 'identity', 'image', 'csrf'];

describe('credentials', () => {
  it.each(KINDS)('reveal a %s, its subject and its key by the string alone', async (kind) => {
    const value = await issueCredential(keys, kind, '42');
    expect(await readCredential(keys, value)).toEqual({ kind, subject: '42', keyId: 'k1' });
  });

  it('are never issued twice', async () => {
    const values = await Promise.all(
      Array.from({ length: 20 }, () => issueCredential(keys, 'csrf')),
    );
    expect(new Set(values).size).toBe(20);
  });

  it('are invalid once any character changes', async () => {
    const value = await issueCredential(keys, 'web_session', '42');
    for (let index = 0; index < value.length; index += 1) {
      expect(await readCredential(keys, mistype(value, index)), `at ${String(index)}`).toBeNull();
    }
  });

  it.each([
    '',
    'ttw',
    'ttw.k1.42',
    '....',
    'x'.repeat(100_000),
    `ttw.k1.42.${'A'.repeat(43)}.${'A'.repeat(22)}`,
  ])('do not claim %.30s', async (value) => {
    expect(await readCredential(keys, value)).toBeNull();
  });

  it('survive a rotation of keys, and are unknown once their key is removed', async () => {
    const value = await issueCredential(keys, 'identity', '7');
    const rotated = KeyRing.parse(`k2:${newRingSecret()},k1:${SECRET}`);
    const replaced = KeyRing.parse(`k2:${newRingSecret()}`);
    expect(await readCredential(rotated, value)).toEqual({
      kind: 'identity',
      subject: '7',
      keyId: 'k1',
    });
    expect(await readCredential(replaced, value)).toBeNull();
    expect((await issueCredential(rotated, 'csrf')).split('.')[1]).toBe('k2');
  });

  it('do not verify under another secret of the same id', async () => {
    const value = await issueCredential(keys, 'csrf');
    expect(await readCredential(KeyRing.parse(`k1:${newRingSecret()}`), value)).toBeNull();
  });
});
