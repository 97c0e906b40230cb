import { PAGES } from './pages.ts';

// Tokens stand in the fragment, which browsers send to no server, not even as a referrer.

const INVITATION = 'invitation';
const RESET = 'token';

/** `origin` has no slash at its end. */
export function toInvitationLink(origin: string, token: string): string {
  return `${origin}${PAGES.register}#${INVITATION}=${token}`;
}

export function toResetLink(origin: string, token: string): string {
  return `${origin}${PAGES.resetPassword}#${RESET}=${token}`;
}

/** `hash` begins with `#`, as a page's location has it; '' without a token. */
export function readInvitation(hash: string): string {
  return readFragment(hash, INVITATION);
}

export function readResetToken(hash: string): string {
  return readFragment(hash, RESET);
}

function readFragment(hash: string, name: string): string {
  return new URLSearchParams(hash.slice(1)).get(name) ?? '';
}
