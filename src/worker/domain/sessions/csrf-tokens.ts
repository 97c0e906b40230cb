import { hashCredential, issueCredential, readCredential } from '../../lib/credential.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Services } from '../services.ts';
import type { CsrfCheck } from './session-store.ts';

/** Makes a fresh CSRF token; its record keeps the hash alone. */
export async function issueCsrfToken(keys: KeyRing): Promise<{ token: string; tokenHash: string }> {
  const token = await issueCredential(keys, 'csrf');
  return { token, tokenHash: await hashCredential(token) };
}

/** Returns what to ask of a session's CSRF records for the token that a request shows. */
export async function checkCsrfToken(
  { keys }: Pick<Services, 'keys'>,
  token: string,
): Promise<CsrfCheck> {
  const credential = await readCredential(keys, token);
  return credential?.kind === 'csrf' ? { check: await hashCredential(token) } : 'invalid';
}
