import type { Next } from 'hono';
import type { Actor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { authenticate, type Presented } from '../../domain/sessions/authenticate.ts';
import { checkCsrfToken, issueCsrfToken } from '../../domain/sessions/csrf-tokens.ts';
import type { CsrfDemand } from '../../domain/sessions/session-store.ts';
import { readCredential } from '../../lib/credential.ts';
import { describeError } from '../../lib/log.ts';
import { readClient } from '../client.ts';
import type { AppContext, PartSlot } from '../env.ts';
import { isFromElsewhere, isSameOrigin, statesSameOrigin } from '../same-origin.ts';
import { readCsrfCookie, readSessionCookie } from '../session-cookies.ts';

const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const BEARER_PATTERN = /^Bearer +([^ ]+) *$/iu;

/** Lets a request through that a live session makes, as `c.var.actor`; writes by cookie need their CSRF token too. */
export async function requireSession(c: AppContext, next: Next): Promise<void> {
  const { actor } = await authenticate(c.env.services, await readPresented(c, false));
  c.set('actor', actor);
  await next();
}

/** As `requireSession`, and takes one of the user's part slots in the same call, or refuses when none is free. */
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
  // The platform ends the work for a client that has gone, unless it is told to wait: the place would stay taken.
  c.env.services.background(handled.catch(() => undefined));
  await handled;
}

/**
 * For a page whose CSRF record has expired: needs the session cookie and an `Origin` of ours, no CSRF header. Records
 * a fresh token, `c.var.csrfToken`, in the same call.
 */
export async function requireSameOriginSession(c: AppContext, next: Next): Promise<void> {
  const { services } = c.env;
  const bearer = readBearer(c);
  const credential = bearer === null ? null : await readCredential(services.keys, bearer);
  if (credential?.kind === 'identity') throw new DomainError('identity_token_refused');
  const token = readSessionCookie(c);
  if (token === undefined || c.req.header('Authorization') !== undefined) {
    throw new DomainError('sign_in_required');
  }
  const fresh = await issueCsrfToken(services.keys);
  const csrf: CsrfDemand = statesSameOrigin(c) ? { record: fresh.tokenHash } : 'invalid';
  const { actor } = await authenticate(services, {
    token,
    from: 'cookie',
    client: null,
    csrf,
    partSlot: false,
  });
  c.set('actor', actor);
  c.set('csrfToken', fresh.token);
  await next();
}

/**
 * Finds out who asks for a direct link, if a live session says so; never a refusal. A bearer session counts, and the
 * cookie unless the browser says that another site embeds the link.
 * @throws {DomainError} account_busy while the account is being changed.
 */
export async function findActor(c: AppContext): Promise<Actor | null> {
  const byHeader = c.req.header('Authorization') !== undefined;
  const token = byHeader ? readBearer(c) : isFromElsewhere(c) ? null : readSessionCookie(c);
  if (token === null || token === undefined) return null;
  try {
    const from = byHeader ? 'header' : 'cookie';
    // A link is no part of the API: whatever shows images need not know the program's version.
    const presented: Presented = { token, from, client: null, csrf: 'none', partSlot: false };
    return (await authenticate(c.env.services, presented)).actor;
  } catch (error) {
    if (error instanceof DomainError && error.wire.status < 500) return null;
    throw error;
  }
}

/** Reads the token of `Authorization: Bearer`; null when the header is missing or something else. */
export function readBearer(c: AppContext): string | null {
  return BEARER_PATTERN.exec(c.req.header('Authorization') ?? '')?.[1] ?? null;
}

/** Reads the session that a request presents. When it carries `Authorization`, its cookies do not count. */
async function readPresented(c: AppContext, partSlot: boolean): Promise<Presented> {
  const client = readClient(c);
  if (c.req.header('Authorization') !== undefined) {
    return { token: readBearer(c) ?? '', from: 'header', client, csrf: 'none', partSlot };
  }
  const token = readSessionCookie(c);
  const isWrite = UNSAFE_METHODS.has(c.req.method);
  // A write from elsewhere is forged and told so; a read from elsewhere is nobody's.
  if (token === undefined || (!isWrite && isFromElsewhere(c))) {
    throw new DomainError('sign_in_required');
  }
  const csrf = isWrite ? await readCsrfDemand(c) : 'none';
  return { token, from: 'cookie', client, csrf, partSlot };
}

/** Reads what a cookie-authenticated write shows against forgery. A missing header is judged before all else. */
async function readCsrfDemand(c: AppContext): Promise<CsrfDemand> {
  const header = c.req.header('X-CSRF-Token');
  if (header === undefined || header === '') throw new DomainError('csrf_token_missing');
  if (!isSameOrigin(c) || header !== readCsrfCookie(c)) return 'invalid';
  return checkCsrfToken(c.env.services, header);
}

function createPartSlot(c: AppContext, userId: number, slotId: string): PartSlot {
  const { sessions, log } = c.env.services;
  let released: Promise<void> | null = null;
  const release = async (): Promise<void> => {
    try {
      await sessions.releaseSlot(userId, slotId);
    } catch (error) {
      // The lease runs out by itself; the request's own outcome stands.
      log.error('part_slot_not_released', {
        request_id: c.var.requestId,
        reason: describeError(error),
      });
    }
  };
  return { release: () => (released ??= release()) };
}
