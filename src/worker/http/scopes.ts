import type { MiddlewareHandler } from 'hono';
import { ADMINISTER_ERRORS } from '../domain/accounts/administer.ts';
import type { Actor, DeviceActor } from '../domain/actor.ts';
import type { ErrorName } from '../domain/errors.ts';
import { AUTHENTICATE_ERRORS, CSRF_ERRORS } from '../domain/sessions/authenticate.ts';
import type { AppEnv } from './env.ts';
import { requireAdministratorOnWeb } from './middleware/administrator.ts';
import { webClientsOnly } from './middleware/platform.ts';
import {
  requireDeviceSession,
  requireSameOriginSession,
  requireSession,
} from './middleware/session.ts';

/** The rules of a scope; those of writes differ, for a cookie alone proves no intention. */
export interface ScopeRules {
  /** Judges the caller before anything else of the request is read; null admits everybody. */
  readonly admit: MiddlewareHandler<AppEnv> | null;
  /** The security requirements in the API document. */
  readonly security: (isWrite: boolean) => Record<string, string[]>[];
  /** The errors of `admit`. */
  readonly errors: (isWrite: boolean) => readonly ErrorName[];
}

const BY_BEARER = { bearerSession: [] };

const session = {
  admit: requireSession,
  security: (isWrite) => [{ cookieSession: [], ...(isWrite ? { csrfToken: [] } : {}) }, BY_BEARER],
  errors: (isWrite) => [
    ...AUTHENTICATE_ERRORS,
    ...(isWrite ? (['csrf_token_missing', ...CSRF_ERRORS] as const) : []),
  ],
} as const satisfies ScopeRules;

/** Who may call a route. */
export const SCOPES = {
  /** Everybody, with or without a session. */
  public: { admit: null, security: () => [], errors: () => [] },
  /** Everybody but programs that name another platform than the web. */
  web_client: {
    admit: webClientsOnly('registration_web_only'),
    security: () => [],
    errors: () => ['registration_web_only'],
  },
  /** A live session, of a browser or a device. */
  session,
  /** A live session of a device. */
  device: {
    admit: requireDeviceSession,
    security: () => [BY_BEARER],
    errors: (isWrite) => [...session.errors(isWrite), 'permission_denied'],
  },
  /** A live session in a page of this origin, which may have lost its CSRF token. */
  own_page: {
    admit: requireSameOriginSession,
    security: () => [{ cookieSession: [] }],
    errors: () => [...AUTHENTICATE_ERRORS, ...CSRF_ERRORS],
  },
  /** A live session of an administrator in a browser, with the role from D1. */
  admin: {
    ...session,
    admit: requireAdministratorOnWeb,
    errors: (isWrite) => [...session.errors(isWrite), 'admin_web_only', ...ADMINISTER_ERRORS],
  },
} as const satisfies Record<string, ScopeRules>;

export type Scope = keyof typeof SCOPES;

/** Who a handler of a scope finds as `c.var.actor`. */
export type ActorOf<Of extends Scope> = Of extends 'device' ? DeviceActor : Actor;
