import type { Actor } from '../domain/actor.ts';
import { DomainError } from '../domain/errors.ts';
import type { Services } from '../domain/services.ts';
import { authenticate } from '../domain/sessions/authenticate.ts';
import { readClientAddress } from './read-client-address.ts';
import { readHeaderToken } from './read-header-token.ts';
import { isFromElsewhere } from './same-origin.ts';
import { readSessionCookie } from './session-cookies.ts';
import { toWireError } from './wire-errors.ts';

/** Of callers who may be admitted later. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 503]);

/**
 * Null without a live session, or an API key that may read; no other refusal. The cookie does not count if the browser says that another site embeds
 * the link.
 * @throws {DomainError} account_busy while the account is being changed, too_many_api_key_requests, too_many_misses.
 */
export async function findCaller(services: Services, request: Request): Promise<Actor | null> {
  const { headers } = request;
  const byHeader = readHeaderToken(headers);
  const byCookie = isFromElsewhere(request, services.config) ? null : readSessionCookie(headers);
  const token = byHeader ?? byCookie;
  if (token === null) return null;
  try {
    const { actor } = await authenticate(services, {
      token,
      from: byHeader === null ? 'cookie' : 'header',
      // A link is no part of the API: programs that show images need not name their version.
      client: null,
      csrf: 'none',
      partSlot: false,
      keyScope: 'read',
      address: readClientAddress(headers),
    });
    return actor;
  } catch (error) {
    if (error instanceof DomainError && !PASSING.has(toWireError(error).status)) return null;
    throw error;
  }
}
