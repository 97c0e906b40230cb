import { hashCredential, issueCredential, readCredential } from '../../lib/credential.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Services } from '../services.ts';
import type { CsrfDemand } from './session-store.ts';

/** A fresh CSRF token and what its record keeps. */
export const issueCsrfToken = async (
  keys: KeyRing,
): Promise<{ token: string; tokenHash: string }> => {
  const token = await issueCredential(keys, 'csrf');
  return { token, tokenHash: await hashCredential(token) };
};

/** What to ask of a session's record for a token that a request shows. */
export const checkCsrfToken = async (
  { keys }: Pick<Services, 'keys'>,
  token: string,
): Promise<CsrfDemand> => {
  const credential = await readCredential(keys, token);
  return credential?.kind === 'csrf' ? { check: await hashCredential(token) } : 'invalid';
};
