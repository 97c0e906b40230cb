import { hashCredential, issueCredential, readCredential } from '../../lib/credential.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Services } from '../services.ts';
import type { CsrfCheck } from './session-store.ts';

export async function issueCsrfToken(keys: KeyRing): Promise<{ token: string; tokenHash: string }> {
  const token = await issueCredential(keys, 'csrf');
  return { token, tokenHash: await hashCredential(token) };
}

export async function checkCsrfToken(
  { keys }: Pick<Services, 'keys'>,
  token: string,
): Promise<CsrfCheck> {
  const credential = await readCredential(keys, token);
  return credential?.kind === 'csrf' ? { check: await hashCredential(token) } : 'invalid';
}
