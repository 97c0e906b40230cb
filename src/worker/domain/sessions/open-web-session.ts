import { issueCredential } from '../../lib/credential.ts';
import { issueCsrfToken } from './csrf-tokens.ts';
import { openSession, type OpenServices, type SessionOwner } from './open-session.ts';

export interface OpenedWebSession {
  readonly token: string;
  readonly csrfToken: string;
  readonly sessionId: string;
}

/** Null when the account changed since it was read. */
export async function openWebSession(
  services: OpenServices,
  owner: SessionOwner,
  userAgent: string | null,
): Promise<OpenedWebSession | null> {
  const { config, clock, keys } = services;
  const token = await issueCredential(keys, 'web_session', String(owner.id));
  const csrf = await issueCsrfToken(keys);
  const now = clock.now();
  const opened = await openSession(services, owner, {
    kind: 'web',
    token,
    csrf: { tokenHash: csrf.tokenHash, expiresAt: now + config.CSRF_TTL_MS },
    expiresAt: now + config.SESSION_TTL_MS,
    userAgent,
    device: null,
  });
  return opened && { token, csrfToken: csrf.token, sessionId: opened.sessionId };
}
