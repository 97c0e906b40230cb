import { describe, expect, it } from 'vitest';
import {
  judgeToken,
  makeToken,
  revealToken,
} from '../../../../src/worker/domain/tokens/image-token.ts';
import { KeyRing, newRingSecret } from '../../../../src/worker/lib/key-ring.ts';

describe('token records', () => {
  it('decrypt only for their image and under their key; a lost key makes the token unknown', async () => {
    const [old, young] = [`old:${newRingSecret()}`, `young:${newRingSecret()}`];
    const { token, record } = await makeToken(KeyRing.parse(old), 7);
    expect(await revealToken(KeyRing.parse(`${young},${old}`), 7, record)).toBe(token);
    expect(await revealToken(KeyRing.parse(old), 8, record)).toBeNull();
    expect(await revealToken(KeyRing.parse(young), 7, record)).toBeNull();
    expect(record.ciphertext).not.toContain(token);
  });

  it('count as expired, not as revoked, when they were revoked after their expiry', () => {
    expect(judgeToken({ expiresAt: 10, revokedAt: 11 }, 12)).toBe('expired');
    expect(judgeToken({ expiresAt: 10, revokedAt: 9 }, 12)).toBe('revoked');
    expect(judgeToken({ expiresAt: 10, revokedAt: null }, 9)).toBe('active');
  });
});
