import type { Next } from 'hono';
import { DomainError } from '../../domain/errors.ts';
import { authenticate, type Presented } from '../../domain/sessions/authenticate.ts';
import { checkCsrfToken, issueCsrfToken } from '../../domain/sessions/csrf-tokens.ts';
import type { CsrfCheck } from '../../domain/sessions/session-store.ts';
import { readCredential } from '../../lib/credential.ts';
import { describeError } from '../../lib/log.ts';
import { readClientAddress } from '../read-client-address.ts';
import { readClient } from '../read-client.ts';
import { readHeaderToken } from '../read-header-token.ts';
import type { AppContext, PartSlot } from '../env.ts';
import { isFromElsewhere, isSameOrigin, statesSameOrigin } from '../same-origin.ts';
import { readCsrfCookie, readSessionCookie } from '../session-cookies.ts';

const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Sets `c.var.actor`. Writes by cookie also need their CSRF token. */
export async function requireSession(c: AppContext, next: Next): Promise<void> {
  const { actor } = await authenticate(c.env.services, await readPresented(c, false));
  c.set('actor', actor);
  await next();
}

/** Not a device, not an API key. */
export async function requireWebSession(c: AppContext, next: Next): Promise<void> {
  await requireSession(c, async () => {
    if (c.var.actor.kind !== 'web') throw new DomainError('permission_denied');
    await next();
  });
}

export async function requireDeviceSession(c: AppContext, next: Next): Promise<void> {
  await requireSession(c, async () => {
    if (c.var.actor.kind !== 'device') throw new DomainError('permission_denied');
    await next();
  });
}

/**
 * As `requireSession`; also takes an API key as `key` of the query, for programs that can set no header. Addresses are
 * often seen by others, so the key must allow uploads alone.
 */
export async function requireSessionOrQueryKey(c: AppContext, next: Next): Promise<void> {
  const token = c.req.query('key');
  if (token === undefined || readHeaderToken(c.req.raw.headers) !== null) {
    return requireSession(c, next);
  }
  const { actor } = await authenticate(c.env.services, {
    ...describeRequest(c),
    token,
    from: 'query',
    csrf: 'none',
  });
  c.set('actor', actor);
  await next();
}

/** As `requireSession`; also takes a part slot of the user, in the same call. */
export async function requireSessionAndPartSlot(c: AppContext, next: Next): Promise<void> {
  const presented = await readPresented(c, true);
  const { actor, slotId } = await authenticate(c.env.services, presented);
  c.set('actor', actor);
  const slot = createPartSlot(c, actor.userId, slotId ?? '');
  c.set('partSlot', slot);
  const handled = (async (): Promise<void> => {
    try {
      await next();
    } finally {
      await slot.release();
    }
  })();
  // The platform cancels the work when the client leaves, and the slot would stay taken.
  c.env.services.background(handled.catch(() => undefined));
  await handled;
}

/** For an expired CSRF record: needs the session cookie and an own `Origin`. The same call records a fresh token. */
export async function requireSameOriginSession(c: AppContext, next: Next): Promise<void> {
  const { services } = c.env;
  const { raw } = c.req;
  const bearer = readHeaderToken(raw.headers);
  const credential = bearer === null ? null : await readCredential(services.keys, bearer);
  if (credential?.kind === 'identity') throw new DomainError('identity_token_refused');
  const token = readSessionCookie(raw.headers);
  if (token === null || bearer !== null) throw new DomainError('sign_in_required');
  const fresh = await issueCsrfToken(services.keys);
  const csrf: CsrfCheck = statesSameOrigin(raw, services.config)
    ? { record: fresh.tokenHash }
    : 'invalid';
  const { actor } = await authenticate(services, {
    ...describeRequest(c),
    token,
    from: 'cookie',
    client: null,
    csrf,
  });
  c.set('actor', actor);
  c.set('csrfToken', fresh.token);
  await next();
}

/** Cookies do not count beside `Authorization` and `X-API-Key`. */
async function readPresented(c: AppContext, partSlot: boolean): Promise<Presented> {
  const { raw, method } = c.req;
  const described = { ...describeRequest(c), partSlot };
  const presented = readHeaderToken(raw.headers);
  if (presented !== null) {
    return { ...described, token: presented, from: 'header', csrf: 'none' };
  }
  const token = readSessionCookie(raw.headers);
  const isWrite = UNSAFE_METHODS.has(method);
  // A write from another site is refused as forged; a read from there has no session.
  if (token === null || (!isWrite && isFromElsewhere(raw, c.env.services.config))) {
    throw new DomainError('sign_in_required');
  }
  const csrf = isWrite ? await readCsrfCheck(c) : 'none';
  return { ...described, token, from: 'cookie', csrf };
}

function describeRequest(c: AppContext) {
  return {
    client: readClient(c),
    // Set by the route.
    keyScope: c.var.keyScope ?? null,
    address: readClientAddress(c.req.raw.headers),
    partSlot: false,
  };
}

/** A missing header is judged first. */
async function readCsrfCheck(c: AppContext): Promise<CsrfCheck> {
  const { services } = c.env;
  const { raw } = c.req;
  const header = raw.headers.get('X-CSRF-Token') ?? '';
  if (header === '') throw new DomainError('csrf_token_missing');
  const isOurs = isSameOrigin(raw, services.config) && header === readCsrfCookie(raw.headers);
  return isOurs ? checkCsrfToken(services, header) : 'invalid';
}

function createPartSlot(c: AppContext, userId: number, slotId: string): PartSlot {
  const { sessions, log } = c.env.services;
  let released: Promise<void> | null = null;
  const release = async (): Promise<void> => {
    try {
      await sessions.releaseSlot(userId, slotId);
    } catch (error) {
      // The lease expires; the request's own outcome stands.
      log.error('part_slot_not_released', {
        request_id: c.var.requestId,
        reason: describeError(error),
      });
    }
  };
  return { release: () => (released ??= release()) };
}
