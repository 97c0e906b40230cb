import type { Actor } from '../domain/actor.ts';
import { DomainError } from '../domain/errors.ts';
import type { Services } from '../domain/services.ts';
import { authenticate, type Presented } from '../domain/sessions/authenticate.ts';
import { parseBearer } from '../lib/bearer.ts';
import { isFromElsewhere } from './same-origin.ts';
import { readSessionCookie } from './session-cookies.ts';
import { toWireError } from './wire-errors.ts';

/**
 * Null without a live session; never a refusal. The cookie does not count if the browser says that another site embeds
 * the link.
 * @throws {DomainError} account_busy while the account is being changed.
 */
export async function findCaller(services: Services, request: Request): Promise<Actor | null> {
  const { headers } = request;
  const byHeader = headers.has('Authorization');
  const token = byHeader
    ? parseBearer(headers.get('Authorization'))
    : isFromElsewhere(request, services.config)
      ? null
      : readSessionCookie(headers);
  if (token === null) return null;
  try {
    const from = byHeader ? 'header' : 'cookie';
    // A link is no part of the API: programs that show images need not name their version.
    const presented: Presented = { token, from, client: null, csrf: 'none', partSlot: false };
    return (await authenticate(services, presented)).actor;
  } catch (error) {
    if (error instanceof DomainError && toWireError(error).status < 500) return null;
    throw error;
  }
}
