import type { WebActor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { LIMIT_KEY_WRITES_ERRORS, limitKeyWrites } from './limit-writes.ts';

export const WITHDRAW_API_KEY_ERRORS = [
  'api_key_not_found',
  ...LIMIT_KEY_WRITES_ERRORS,
] as const satisfies readonly ErrorName[];

/** Requests that the object has admitted before go on. */
export async function withdrawApiKey(
  services: Pick<Services, 'apiKeys' | 'config' | 'limiter'>,
  actor: Pick<WebActor, 'userId'>,
  keyId: string,
): Promise<void> {
  await limitKeyWrites(services, actor);
  const wasKnown = await services.apiKeys.withdrawApiKey(actor.userId, keyId);
  if (!wasKnown) throw new DomainError('api_key_not_found');
}
