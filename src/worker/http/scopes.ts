import type { MiddlewareHandler } from 'hono';
import { ADMINISTER_ERRORS } from '../domain/accounts/administer.ts';
import type { Actor, ApiKeyScope, DeviceActor, SessionActor, WebActor } from '../domain/actor.ts';
import type { ErrorName } from '../domain/errors.ts';
import { REFUSE_API_KEY_ERRORS } from '../domain/sessions/authenticate-api-key.ts';
import { AUTHENTICATE_ERRORS } from '../domain/sessions/authenticate.ts';
import { CSRF_ERRORS } from '../domain/sessions/session-refusals.ts';
import type { AppEnv } from './env.ts';
import { requireAdministratorOnWeb } from './middleware/administrator.ts';
import { webClientsOnly } from './middleware/platform.ts';
import {
  requireDeviceSession,
  requireSameOriginSession,
  requireSession,
  requireWebSession,
} from './middleware/session.ts';

/** Writes have rules of their own: a cookie alone proves no intention. */
export interface ScopeRules {
  /** Runs before the rest of the request is read; null admits all callers. */
  readonly admit: MiddlewareHandler<AppEnv> | null;
  /** For the API document. */
  readonly security: (isWrite: boolean) => Record<string, string[]>[];
  readonly errors: (isWrite: boolean) => readonly ErrorName[];
}

const BY_WEB_BEARER = { bearerWebSession: [] };
const BY_DEVICE_BEARER = { bearerDeviceSession: [] };
const WRITE_BY_COOKIE = { cookieSession: [], csrfToken: [], csrfCookie: [] };

const session = {
  admit: requireSession,
  security: (isWrite) => [...byWebSession(isWrite), BY_DEVICE_BEARER],
  errors: (isWrite) => [
    ...AUTHENTICATE_ERRORS,
    ...REFUSE_API_KEY_ERRORS,
    ...(isWrite ? (['csrf_token_missing', ...CSRF_ERRORS] as const) : []),
  ],
} as const satisfies ScopeRules;

export const SCOPES = {
  public: { admit: null, security: () => [], errors: () => [] },
  web_client: {
    admit: webClientsOnly('registration_web_only'),
    security: () => [],
    errors: () => ['registration_web_only'],
  },
  session,
  device: {
    admit: requireDeviceSession,
    security: () => [BY_DEVICE_BEARER],
    errors: session.errors,
  },
  web: { ...session, admit: requireWebSession, security: byWebSession },
  /** A page of this origin, which may have lost its CSRF token. */
  own_page: {
    admit: requireSameOriginSession,
    security: () => [{ cookieSession: [] }],
    errors: () => [...AUTHENTICATE_ERRORS, ...CSRF_ERRORS],
  },
  /** The role comes from D1. */
  admin: {
    ...session,
    admit: requireAdministratorOnWeb,
    security: byWebSession,
    errors: (isWrite) => [...session.errors(isWrite), 'admin_web_only', ...ADMINISTER_ERRORS],
  },
} as const satisfies Record<string, ScopeRules>;

export type Scope = keyof typeof SCOPES;

function byWebSession(isWrite: boolean): Record<string, string[]>[] {
  return [isWrite ? WRITE_BY_COOKIE : { cookieSession: [] }, BY_WEB_BEARER];
}

/** `KeyScope` is what a route of the scope `session` takes of API keys, if any. */
export type ActorOf<Of extends Scope, KeyScope> = Of extends 'session'
  ? KeyScope extends ApiKeyScope
    ? Actor
    : SessionActor
  : Of extends 'device'
    ? DeviceActor
    : Of extends 'web'
      ? WebActor
      : Actor;
