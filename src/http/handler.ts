import type { ExecutionContext } from 'hono';
import type { Services, SharedServices } from '../domain/services.ts';
import { answerFromMemory } from './answer-from-memory.ts';
import type * as api from './app.ts';

export type RequestHandler = (
  request: Request,
  shared: SharedServices,
  createServices: () => Services,
  ctx: ExecutionContext,
) => Response | Promise<Response>;

type App = ReturnType<typeof api.createApp>;

/**
 * Returns the Worker's handler: a hot public image is answered at once, everything else goes through the app, which the
 * first request that needs it loads and makes.
 */
export function createHandler(): RequestHandler {
  let made: App | undefined;
  const findApp = async (): Promise<App> => {
    if (made !== undefined) return made;
    const { createApp } = await import('./app.ts');
    return (made ??= createApp());
  };
  return (request, shared, createServices, ctx) =>
    answerFromMemory(request, shared, ctx) ??
    findApp().then((app) => app.fetch(request, { services: createServices() }, ctx));
}
