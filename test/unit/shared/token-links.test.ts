import { describe, expect, it } from 'vitest';
import {
  readInvitation,
  readResetToken,
  toInvitationLink,
  toResetLink,
} from '../../../src/shared/token-links.ts';

describe('a link with a token', () => {
  it('has it in the fragment, where the page reads it', () => {
    const invitation = new URL(toInvitationLink('https://tintype.test', 'tinvite_1'));
    expect([invitation.pathname, invitation.search]).toEqual(['/register', '']);
    expect(readInvitation(invitation.hash)).toBe('tinvite_1');
    const reset = new URL(toResetLink('https://tintype.test', 'treset_1'));
    expect([reset.pathname, reset.search]).toEqual(['/reset-password', '']);
    expect(readResetToken(reset.hash)).toBe('treset_1');
  });

  it('has none where the fragment is missing or of another kind', () => {
    for (const hash of ['', '#', '#top', '#token=treset_1']) expect(readInvitation(hash)).toBe('');
  });
});
