import type { WebActor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { ISSUE_KEY_ERRORS, makeSecret, requireIssued, type IssuedKey } from './issued-key.ts';
import { LIMIT_KEY_WRITES_ERRORS, limitKeyWrites } from './limit-writes.ts';

export const ROTATE_API_KEY_ERRORS = [
  'api_key_not_found',
  // The key has expired.
  'account_state_conflict',
  ...LIMIT_KEY_WRITES_ERRORS,
  ...ISSUE_KEY_ERRORS,
] as const satisfies readonly ErrorName[];

/** Id and terms stay. Of two at once, the later call to the object leaves its secret. */
export async function rotateApiKey(
  services: Pick<Services, 'apiKeys' | 'config' | 'limiter'>,
  actor: Pick<WebActor, 'userId' | 'sessionId'>,
  keyId: string,
): Promise<IssuedKey> {
  const { userId, sessionId } = actor;
  await limitKeyWrites(services, actor);
  const { value, secret } = await makeSecret(userId);
  const change = await services.apiKeys.rotateApiKey(userId, sessionId, keyId, secret);
  if (change.outcome === 'key_unknown') throw new DomainError('api_key_not_found');
  if (change.outcome === 'key_expired') {
    throw new DomainError('account_state_conflict', { message: 'The key has expired' });
  }
  return requireIssued(change, value);
}
