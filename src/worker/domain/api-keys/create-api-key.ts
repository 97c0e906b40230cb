import { newOpaqueId } from '../../../shared/ids.ts';
import type { WebActor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import type { ApiKeyTerms } from '../sessions/api-key-store.ts';
import { ISSUE_KEY_ERRORS, makeSecret, requireIssued, type IssuedKey } from './issued-key.ts';
import { LIMIT_KEY_WRITES_ERRORS, limitKeyWrites } from './limit-writes.ts';

export const CREATE_API_KEY_ERRORS = [
  // An end that has passed.
  'invalid_parameter',
  'api_key_limit_reached',
  ...LIMIT_KEY_WRITES_ERRORS,
  ...ISSUE_KEY_ERRORS,
] as const satisfies readonly ErrorName[];

/** Sent again, it makes a second key: the first one's value is not kept. */
export async function createApiKey(
  services: Pick<Services, 'apiKeys' | 'clock' | 'config' | 'limiter'>,
  actor: Pick<WebActor, 'userId' | 'sessionId'>,
  terms: ApiKeyTerms,
): Promise<IssuedKey> {
  const { apiKeys, clock, config } = services;
  const { userId, sessionId } = actor;
  const createdAt = clock.now();
  if (terms.expiresAt !== null && !(terms.expiresAt > createdAt)) {
    throw new DomainError('invalid_parameter', { message: 'expires_at: must be in the future' });
  }
  await limitKeyWrites(services, actor);
  const { value, secret } = await makeSecret(userId);
  const record = { keyId: newOpaqueId(), createdAt, ...terms, ...secret };
  const change = await apiKeys.createApiKey(userId, sessionId, record, config.API_KEYS_PER_USER);
  if (change.outcome === 'limit_reached') throw new DomainError('api_key_limit_reached');
  return requireIssued(change, value);
}
