import type { Context } from 'hono';
import type { Actor } from '../domain/actor.ts';
import type { Services } from '../domain/services.ts';

/** What Hono carries for a request: the services from the composition root and what the middleware found out. */
export interface AppEnv {
  Bindings: { services: Services };
  Variables: {
    requestId: string;
    /** Set by `requireSession`. */
    actor: Actor;
    /** Set by `requireSessionAndPartSlot`, which gives the slot back after the handler if nobody did before. */
    partSlot: PartSlot;
    /** Set by `requireSameOriginSession`: a fresh CSRF token, already on record. */
    csrfToken: string;
  };
}

/** A user's place among the parts that may be under way at once. */
export interface PartSlot {
  /** Gives the slot back; a second time does nothing. */
  release(): Promise<void>;
}

export type AppContext = Context<AppEnv>;
