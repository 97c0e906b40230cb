import type { ApiKey } from '../../lib/api-key.ts';
import { networkOf } from '../../lib/client-address.ts';
import { hashCredential } from '../../lib/credential.ts';
import type { ApiKeyScope, KeyActor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import type { ApiKeyAuthentication, ApiKeyRequest } from './api-key-store.ts';
import { recordVisit } from './record-visit.ts';
import { resolveChange } from './resolve-change.ts';
import { SESSION_REFUSALS } from './session-refusals.ts';

export type AuthenticateKeyServices = Pick<
  Services,
  'apiKeys' | 'background' | 'clock' | 'db' | 'negativeCache' | 'sessions'
>;

export interface PresentedKey extends Pick<ApiKeyRequest, 'isOnlyScope' | 'slot'> {
  readonly key: ApiKey;
  /** What the route demands; null where no key counts. */
  readonly scope: ApiKeyScope | null;
  readonly address: string;
}

export interface AuthenticatedKey {
  readonly actor: KeyActor;
  readonly slotId: string | null;
}

/** Of a route that takes no keys. */
export const REFUSE_API_KEY_ERRORS = ['permission_denied'] as const satisfies readonly ErrorName[];

export const AUTHENTICATE_API_KEY_ERRORS = [
  ...REFUSE_API_KEY_ERRORS,
  'too_many_api_key_requests',
  'too_many_misses',
] as const satisfies readonly ErrorName[];

/**
 * One call to the user's object. Anybody can make up a key that reads well, so an address may present as many unknown
 * ones as it may ask for unknown links.
 */
export async function authenticateApiKey(
  services: AuthenticateKeyServices,
  { key, scope, isOnlyScope, slot, address }: PresentedKey,
): Promise<AuthenticatedKey> {
  if (scope === null) throw new DomainError('permission_denied');
  const { userId, value } = key;
  const request = { tokenHash: await hashCredential(value), scope, isOnlyScope, slot };
  const reply = await countingMisses(services, address, async () => {
    const first = await services.apiKeys.authenticateApiKey(userId, request);
    if (first.outcome !== 'unsure') return first;
    await resolveChange(services, userId, first.frozenVersion);
    return services.apiKeys.authenticateApiKey(userId, request);
  });
  if (reply.outcome !== 'granted') throw toError(reply);
  if (reply.isFirstToday)
    services.background(services.db.run(recordVisit(userId, services.clock.now())));
  const { username, status } = reply.account;
  const { keyId, scopes, visibility } = reply.key;
  const actor = { userId, username, status, role: 'user', kind: 'key' } as const;
  const { tokenHash } = request;
  return { actor: { ...actor, keyId, tokenHash, scopes, visibility }, slotId: reply.slotId };
}

async function countingMisses(
  { clock, negativeCache }: AuthenticateKeyServices,
  address: string,
  ask: () => Promise<ApiKeyAuthentication>,
): Promise<ApiKeyAuthentication> {
  // Apart from the unknown links of the address.
  const network = `keys of ${networkOf(address)}`;
  const retryAfterSeconds = negativeCache.secondsToWait(network, clock.now());
  if (retryAfterSeconds > 0) {
    const message = 'Too many unknown keys, try again later';
    throw new DomainError('too_many_misses', { message, retryAfterSeconds });
  }
  const start = negativeCache.startLookup(network, clock.now());
  let isMiss = false;
  try {
    const reply = await ask();
    isMiss = reply.outcome === 'unknown';
    return reply;
  } finally {
    negativeCache.endLookup(network, start, isMiss, clock.now());
  }
}

function toError(reply: Exclude<ApiKeyAuthentication, { outcome: 'granted' }>): DomainError {
  if (reply.outcome === 'scope_missing') {
    return new DomainError('permission_denied', { message: 'The key does not allow this' });
  }
  if (reply.outcome === 'too_many_requests') {
    const { retryAfterSeconds } = reply;
    return new DomainError('too_many_api_key_requests', { retryAfterSeconds });
  }
  const message = reply.outcome === 'expired' ? { message: 'The key has expired' } : {};
  return new DomainError(SESSION_REFUSALS[reply.outcome], message);
}
