import { describe, expect, it, vi } from 'vitest';
import { toHex } from '../../../../src/shared/bytes.ts';
import { KeyRing, newRingSecret } from '../../../../src/worker/lib/key-ring.ts';

const OLD = newRingSecret();
const NEW = newRingSecret();

const macOf = async (
  ring: KeyRing,
  keyId: string,
  purpose: 'credential' | 'cursor' = 'credential',
) => {
  const mac = await ring.mac(purpose, keyId, 'text');
  return mac === null ? null : toHex(mac);
};

describe('a key ring', () => {
  it('signs with its first key and still verifies with the others', async () => {
    const before = KeyRing.parse(`k1:${OLD}`);
    const rotated = KeyRing.parse(`k2:${NEW}, k1:${OLD}`);
    expect([before.activeId, rotated.activeId]).toEqual(['k1', 'k2']);
    expect(await macOf(rotated, 'k1')).toBe(await macOf(before, 'k1'));
    expect(await macOf(rotated, 'k2')).not.toBe(await macOf(rotated, 'k1'));
  });

  it('does not know a removed key', async () => {
    const ring = KeyRing.parse(`k2:${NEW}`);
    expect(ring.has('k1')).toBe(false);
    expect(await macOf(ring, 'k1')).toBeNull();
    expect(ring.cipherKey('image-token-cipher', 'k1')).toBeNull();
  });

  it('derives a key again when the request that was deriving it is cut off', async () => {
    const ring = KeyRing.parse(`k1:${OLD}`);
    const never = (): Promise<never> => new Promise(() => undefined);
    vi.spyOn(crypto.subtle, 'importKey').mockImplementationOnce(never);
    void ring.mac('credential', 'k1', 'text');
    expect(await macOf(ring, 'k1')).toHaveLength(64);
  });

  it('derives another key for each purpose', async () => {
    const ring = KeyRing.parse(`k1:${OLD}`);
    expect(await macOf(ring, 'k1', 'cursor')).not.toBe(await macOf(ring, 'k1', 'credential'));
  });

  it('reads base64 and base64url alike', async () => {
    const base64 = OLD.replaceAll('-', '+').replaceAll('_', '/').padEnd(44, '=');
    expect(await macOf(KeyRing.parse(`k1:${base64}`), 'k1')).toBe(
      await macOf(KeyRing.parse(`k1:${OLD}`), 'k1'),
    );
  });

  it.each([
    ['nothing', ''],
    ['no id', OLD],
    ['an id of capitals', `K1:${OLD}`],
    ['a secret of 31 bytes', `k1:${'A'.repeat(41)}`],
    ['an id twice', `k1:${OLD},k1:${NEW}`],
    ['an empty entry', `k1:${OLD},`],
  ])('refuses %s without repeating a secret', (_case, text) => {
    let message = '';
    try {
      KeyRing.parse(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/^KEY_RING: /u);
    expect(message).not.toContain(OLD);
  });

  it('returns fresh secrets of 256 bits', () => {
    expect(OLD).toMatch(/^[A-Za-z0-9_-]{43}$/u);
    expect(OLD).not.toBe(NEW);
  });
});
