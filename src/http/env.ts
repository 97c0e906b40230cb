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
  };
}

export type AppContext = Context<AppEnv>;
