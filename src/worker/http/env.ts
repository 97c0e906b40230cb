import type { Context } from 'hono';
import type { Actor, ApiKeyScope } from '../domain/actor.ts';
import type { Services } from '../domain/services.ts';

export interface AppEnv {
  Bindings: {
    services: Services;
  };
  Variables: {
    requestId: string;
    actor: Actor;
    /** What the route demands of an API key; without it, none counts. */
    keyScope: ApiKeyScope | undefined;
    /** `requireSessionAndPartSlot` sets it, and releases the slot after the handler if the handler has not. */
    partSlot: PartSlot;
    /** Set by `requireSameOriginSession`; already recorded. */
    csrfToken: string;
  };
}

export interface PartSlot {
  /** A second call does nothing. */
  release(): Promise<void>;
}

export type AppContext = Context<AppEnv>;
