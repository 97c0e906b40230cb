import { issueApiKey } from '../../lib/api-key.ts';
import { hashCredential } from '../../lib/credential.ts';
import { DomainError } from '../errors.ts';
import type { ApiKeyChange, ApiKeySecret, ListedApiKey } from '../sessions/api-key-store.ts';
import { SESSION_REFUSAL_ERRORS, SESSION_REFUSALS } from '../sessions/session-refusals.ts';

/** The only answer that has the key itself. */
export interface IssuedKey {
  readonly key: ListedApiKey;
  readonly value: string;
}

/** The session has ended since it was admitted. */
export const ISSUE_KEY_ERRORS = SESSION_REFUSAL_ERRORS;

export async function makeSecret(
  userId: number,
): Promise<{ readonly value: string; readonly secret: ApiKeySecret }> {
  const { value, start } = issueApiKey(userId);
  return { value, secret: { tokenHash: await hashCredential(value), start } };
}

export function requireIssued(change: ApiKeyChange, value: string): IssuedKey {
  if (change.outcome === 'refused') throw new DomainError(SESSION_REFUSALS[change.refusal]);
  return { key: change.key, value };
}
