import type { Context } from 'hono';
import type { Actor } from '../domain/actor.ts';
import type { Services } from '../domain/services.ts';

/** What Hono carries with a request: the services from the composition root and what the middleware found out. */
export interface AppEnv {
  Bindings: {
    services: Services;
  };
  Variables: {
    requestId: string;
    /** Set by `requireSession`. */
    actor: Actor;
    /** Set by `requireSessionAndPartSlot`, which releases the slot after the handler unless the handler already has. */
    partSlot: PartSlot;
    /** Set by `requireSameOriginSession`: a fresh CSRF token, already on record. */
    csrfToken: string;
  };
}

/** One of the places for parts that a user may upload at the same time. */
export interface PartSlot {
  /** Releases the slot; a second call does nothing. */
  release(): Promise<void>;
}

export type AppContext = Context<AppEnv>;
