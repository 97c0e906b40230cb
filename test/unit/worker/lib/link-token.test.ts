import { describe, expect, it } from 'vitest';
import { maskCredentials } from '../../../../src/worker/lib/credential.ts';
import { hashLinkToken, issueLinkToken } from '../../../../src/worker/lib/link-token.ts';
import { mistype } from '../../../support/mistype.ts';

describe('the token of a link', () => {
  it.each(['invitation', 'password_reset'] as const)('is known by its hash as %s', async (kind) => {
    const token = issueLinkToken(kind);
    const other = issueLinkToken(kind);
    expect(await hashLinkToken(kind, token)).toMatch(/^[0-9a-f]{64}$/u);
    expect(await hashLinkToken(kind, token)).not.toBe(await hashLinkToken(kind, other));
  });

  it('counts for its own kind alone', async () => {
    expect(await hashLinkToken('password_reset', issueLinkToken('invitation'))).toBeNull();
    expect(await hashLinkToken('invitation', issueLinkToken('password_reset'))).toBeNull();
  });

  it('has no hash when it is mistyped, cut off or longer, so that it reaches no storage', async () => {
    const token = issueLinkToken('invitation');
    for (const wrong of [
      '',
      'junk',
      mistype(token, 20),
      token.slice(0, -1),
      `${token}A`,
      ` ${token}`,
    ]) {
      expect(await hashLinkToken('invitation', wrong), wrong).toBeNull();
    }
  });

  it('is masked in logs, also when it is cut off', () => {
    const [invitation, reset] = [issueLinkToken('invitation'), issueLinkToken('password_reset')];
    expect(maskCredentials(`at /register#invitation=${invitation}, ${reset.slice(0, 30)}`)).toBe(
      'at /register#invitation=***, ***',
    );
  });
});
