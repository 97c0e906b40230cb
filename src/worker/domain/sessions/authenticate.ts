import { readApiKey } from '../../lib/api-key.ts';
import { hashCredential, readCredential } from '../../lib/credential.ts';
import type { Actor, ApiKeyScope } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { authenticateApiKey, type AuthenticateKeyServices } from './authenticate-api-key.ts';
import { CHECK_CLIENT_ERRORS, checkClient, type Client } from './check-client.ts';
import { parseSubject } from './device-subject.ts';
import { partLeaseMs } from './part-lease.ts';
import { recordVisit } from './record-visit.ts';
import type { AuthenticationRequest, CsrfCheck } from './session-store.ts';
import { resolveChange } from './resolve-change.ts';
import { SESSION_REFUSAL_ERRORS, SESSION_REFUSALS } from './session-refusals.ts';

type AuthenticateServices = AuthenticateKeyServices & Pick<Services, 'config' | 'keys'>;

export interface Presented {
  readonly token: string;
  /** A device's session counts in a header only, an API key not in a cookie. In a query, only a key for uploads counts. */
  readonly from: 'cookie' | 'header' | 'query';
  readonly client: Client | null;
  /** What an API key must allow; null where none counts. */
  readonly keyScope: ApiKeyScope | null;
  readonly address: string;
  readonly csrf: CsrfCheck;
  readonly partSlot: boolean;
}

export interface Authenticated {
  readonly actor: Actor;
  readonly slotId: string | null;
}

export const AUTHENTICATE_ERRORS = [
  'identity_token_refused',
  ...SESSION_REFUSAL_ERRORS,
  ...CHECK_CLIENT_ERRORS,
] as const satisfies readonly ErrorName[];

/** One call to the user's object; D1 only when an account change is undecided, and after the first request of a day. */
export async function authenticate(
  services: AuthenticateServices,
  presented: Presented,
): Promise<Authenticated> {
  const { token, from, keyScope: scope, address } = presented;
  const key = from === 'cookie' ? null : readApiKey(token);
  if (key !== null) {
    const slot = slotOf(services, presented);
    return authenticateApiKey(services, {
      key,
      scope,
      isOnlyScope: from === 'query',
      slot,
      address,
    });
  }
  if (from === 'query') throw new DomainError('sign_in_required');
  return authenticateSession(services, presented);
}

async function authenticateSession(
  services: AuthenticateServices,
  presented: Presented,
): Promise<Authenticated> {
  const { sessions } = services;
  const userId = await readUserId(services, presented);
  const request = await toRequest(services, presented);
  let reply = await sessions.authenticate(userId, request);
  if (reply.outcome === 'unsure') {
    await resolveChange(services, userId, reply.frozenVersion);
    reply = await sessions.authenticate(userId, request);
  }
  if (reply.outcome !== 'granted') throw new DomainError(SESSION_REFUSALS[reply.outcome]);
  if (reply.isFirstToday)
    services.background(services.db.run(recordVisit(userId, services.clock.now())));
  const { account, sessionId, kind, slotId } = reply;
  const { username, role, status } = account;
  return { actor: { userId, username, role, status, sessionId, kind }, slotId };
}

/** Refuses a foreign token before any object is called. */
async function readUserId(
  services: AuthenticateServices,
  { token, from, client }: Presented,
): Promise<number> {
  const credential = await readCredential(services.keys, token);
  if (credential?.kind === 'identity') throw new DomainError('identity_token_refused');
  if (credential?.kind === 'web_session') return Number(credential.subject);
  const isDevice = credential?.kind === 'device_session' && from === 'header';
  const subject = isDevice ? parseSubject(credential.subject) : null;
  if (subject === null) throw new DomainError('sign_in_required');
  if (client !== null) checkClient(services, client, subject.platform);
  return subject.userId;
}

async function toRequest(
  services: AuthenticateServices,
  presented: Presented,
): Promise<AuthenticationRequest> {
  const { token, csrf } = presented;
  return {
    tokenHash: await hashCredential(token),
    csrf,
    csrfTtlMs: services.config.CSRF_TTL_MS,
    slot: slotOf(services, presented),
  };
}

function slotOf(
  { config }: AuthenticateServices,
  { partSlot }: Presented,
): AuthenticationRequest['slot'] {
  if (!partSlot) return null;
  return { limit: config.UPLOAD_CONCURRENT_PARTS_PER_USER, ttlMs: partLeaseMs(config) };
}
