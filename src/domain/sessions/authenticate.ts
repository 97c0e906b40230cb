import { hashCredential, readCredential } from '../../lib/credential.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import type { AuthenticationRequest, CsrfDemand, Refusal } from './session-store.ts';
import { settleAccount } from './settle-account.ts';

type AuthenticateServices = Pick<Services, 'clock' | 'config' | 'db' | 'keys' | 'sessions'>;

export interface Presented {
  readonly token: string;
  /** Where it stood: a device's session is good in the header only. */
  readonly from: 'cookie' | 'header';
  readonly csrf: CsrfDemand;
  readonly partSlot: boolean;
}

export interface Authenticated {
  readonly actor: Actor;
  readonly slotId: string | null;
}

const REFUSALS: Readonly<Record<Refusal, ErrorName>> = {
  unknown: 'sign_in_required',
  expired: 'session_expired',
  suspended: 'account_suspended',
  locked: 'account_busy',
  csrf_missing: 'csrf_token_missing',
  csrf_invalid: 'csrf_token_invalid',
  no_slot: 'upload_capacity_exhausted',
};

// A part's lease outlives the longest transfer by what the storage may still take.
const SLOT_MARGIN_MS = 30_000;

/** Whose session a token is, by its own word; nothing is asked of any object for one that is not ours. */
const subjectOf = async (
  { keys }: AuthenticateServices,
  { token, from }: Presented,
): Promise<number> => {
  const credential = await readCredential(keys, token);
  if (credential?.kind === 'identity') throw new DomainError('identity_token_refused');
  const accepted =
    credential?.kind === 'web_session' ||
    (credential?.kind === 'device_session' && from === 'header');
  if (!accepted) throw new DomainError('sign_in_required');
  return Number(credential.subject);
};

/**
 * Finds out who makes a request: one call to the user's object, and to D1 only when a change of the account was left
 * undecided.
 * @throws {DomainError} sign_in_required, session_expired, account_suspended, identity_token_refused, csrf_token_missing, csrf_token_invalid, upload_capacity_exhausted, or account_busy while the account is being changed.
 */
export const authenticate = async (
  services: AuthenticateServices,
  presented: Presented,
): Promise<Authenticated> => {
  const { config, sessions } = services;
  const userId = await subjectOf(services, presented);
  const request: AuthenticationRequest = {
    tokenHash: await hashCredential(presented.token),
    csrf: presented.csrf,
    csrfTtlMs: config.CSRF_TTL_MS,
    slot: presented.partSlot
      ? {
          limit: config.UPLOAD_CONCURRENT_PARTS_PER_USER,
          ttlMs: config.UPLOAD_PART_TIMEOUT_MS + SLOT_MARGIN_MS,
        }
      : null,
  };
  let reply = await sessions.authenticate(userId, request);
  if (reply.outcome === 'unsure') {
    await settleAccount(services, userId, reply.heldVersion);
    reply = await sessions.authenticate(userId, request);
  }
  // Another change has begun and failed in between: the caller may come again.
  if (reply.outcome === 'unsure') throw new DomainError('account_busy');
  if (reply.outcome !== 'granted') throw new DomainError(REFUSALS[reply.outcome]);
  const { account, sessionId, kind, slotId } = reply;
  const { username, role, status } = account;
  return { actor: { userId, username, role, status, sessionId, kind }, slotId };
};
